import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json, text } from 'node:stream/consumers';

interface OtlpSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  status: { code?: number };
}
interface OtlpMetric {
  name: string;
  gauge: { dataPoints: { asInt?: number; asDouble?: number; attributes: { value: { stringValue: string } }[] }[] };
}
interface OtlpRequest {
  resourceSpans?: { scopeSpans: { spans: OtlpSpan[] }[] }[];
  resourceMetrics?: { scopeMetrics: { metrics: OtlpMetric[] }[] }[];
}

/** Runs traced-process.ts; answers what it printed and what a collector got from it. */
async function run(isWatched: boolean): Promise<{ printed: string; spans: OtlpSpan[]; metrics: OtlpMetric[] }> {
  const requests: OtlpRequest[] = [];
  const collector = createServer(
    (req, res) =>
      void json(req).then((body) => {
        requests.push(body as OtlpRequest);
        res.end('{}');
      }),
  );
  await once(collector.listen(0, '127.0.0.1'), 'listening');
  const child = spawn(process.execPath, [join(import.meta.dirname, 'traced-process.ts')], {
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      OTEL_SERVICE_NAME: 'traced',
      ...(isWatched && {
        OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
      }),
    },
  });
  const [printed] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  collector.close();
  return {
    printed: printed.trim(),
    spans: requests.flatMap(({ resourceSpans = [] }) =>
      resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
    ),
    metrics: requests.flatMap(({ resourceMetrics = [] }) =>
      resourceMetrics.flatMap(({ scopeMetrics }) => scopeMetrics.flatMap(({ metrics }) => metrics)),
    ),
  };
}

test('with a collector, one trace runs through every hop of the mesh', async () => {
  const { printed, spans } = await run(true);
  const named = (name: string, kind: number) =>
    spans.find((span) => span.name === `assay.v1.Directory/${name}` && span.kind === kind);
  const [SERVER, CLIENT] = [2, 3];
  const chain = [
    named('PrepareLaunch', CLIENT),
    named('PrepareLaunch', SERVER),
    named('Authenticate', CLIENT),
    named('Authenticate', SERVER),
  ];
  expect(chain.map((span) => span?.parentSpanId)).toEqual([
    undefined,
    chain[0]?.spanId,
    chain[1]?.spanId,
    chain[2]?.spanId,
  ]);
  expect(new Set(chain.map((span) => span?.traceId)).size).toBe(1);
  expect(printed).toContain(chain[0]!.traceId);
  expect([named('Authorize', SERVER)?.status.code ?? 0, named('ResolveServers', SERVER)?.status.code]).toEqual([0, 2]);
});

test('with a collector, how far consumers lag behind is a metric', async () => {
  const { metrics } = await run(true);
  const [point] = metrics.find(({ name }) => name === 'assay.bus.lag')!.gauge.dataPoints;
  expect(point!.asDouble ?? point!.asInt).toBe(3);
  expect(point!.attributes.map(({ value }) => value.stringValue)).toEqual(['assay.test.v1', 'suites']);
});

test('without it nothing is recorded and nothing is sent', async () => {
  expect(await run(false)).toEqual({ printed: 'none', spans: [], metrics: [] });
});
