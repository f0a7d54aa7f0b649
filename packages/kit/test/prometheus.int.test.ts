import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** The metrics of a process of its own after it did some of everything. */
async function scrape(): Promise<string> {
  const program = join(import.meta.dirname, 'measured-process.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [program], {
    env: { ...process.env, NODE_OPTIONS: '', OTEL_EXPORTER_OTLP_ENDPOINT: '' },
    timeout: 30_000,
  });
  return stdout;
}

test('Prometheus reads calls, background work and the process by their usual names', async () => {
  const text = await scrape();
  const valueOf = (series: string) => {
    const line = text.split('\n').find((each) => each.startsWith(`${series} `));
    return line === undefined ? undefined : Number(line.slice(series.length));
  };
  const method = 'rpc_method="assay.v1.Directory/Authorize"';
  expect({
    answered: valueOf(
      'rpc_server_call_duration_seconds_count{rpc_method="assay.v1.Directory/Authenticate",rpc_response_status_code="OK"}',
    ),
    refused: valueOf(`rpc_server_call_duration_seconds_count{${method},rpc_response_status_code="NOT_FOUND"}`),
    bug: valueOf(
      'rpc_server_call_duration_seconds_count{rpc_method="assay.v1.Directory/ResolveServers",rpc_response_status_code="INTERNAL"}',
    ),
    worked: valueOf('assay_background_task_runs_total{task="the good task",outcome="worked"}'),
    failed: valueOf('assay_background_task_runs_total{task="the bad task",outcome="failed"}'),
    lag: valueOf('assay_bus_lag{messaging_destination_name="assay.test.v1",messaging_consumer_group_name="suites"}'),
  }).toEqual({ answered: 2, refused: 1, bug: 1, worked: 1, failed: 1, lag: 3 });
  expect(text).not.toContain('assay.gone.v1');
  expect(valueOf('v8js_memory_heap_limit_bytes')).toBeGreaterThan(1e8);
  expect(valueOf('nodejs_eventloop_delay_p99_seconds')).toBeLessThan(10);
  expect(valueOf('process_memory_usage_bytes')).toBeGreaterThan(1e7);
  expect(text).toContain('target_info{service_name="assay-measured"');
});
