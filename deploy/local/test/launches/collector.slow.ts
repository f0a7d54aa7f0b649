import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCollector } from '@assay/check/start-collector';
import { collector } from '@assay/check/tools';
import { sharedEverythingServer } from '@assay/testkit/mcp-servers/everything-server';
import { startRecording } from '@assay/testkit/mcp-servers/recording-proxy';
import { waitUntil } from '@assay/testkit/until';
import { launchTraced } from './launch-traced.ts';
import { TracedPlatform } from './traced-platform.ts';

const withCollector = existsSync(collector.program) ? describe : describe.skip;

withCollector('the collector', () => {
  test("traces and metrics arrive through OpenTelemetry's collector", async () => {
    const platform = new TracedPlatform();
    const folder = await mkdtemp(join(tmpdir(), 'assay-collector-'));
    const [through, everything] = await Promise.all([
      startCollector(folder, await platform.receive()),
      sharedEverythingServer({ transport: 'streamableHttp' }),
    ]);
    const proxy = await startRecording(everything.url);
    try {
      const { api } = await platform.start(through.url, { OTEL_METRIC_EXPORT_INTERVAL: '1000' });
      const serverId = await api.saveServer('everything', proxy.url);
      const { traceId, work, call } = await launchTraced({ platform, api, proxy, serverId });
      expect(call.headers.traceparent).toBe(`00-${traceId}-${work.spanId}-01`);
      await waitUntil(() => platform.sentMetrics.has('assay.runs.finished'));
      expect([...platform.sentMetrics]).toEqual(
        expect.arrayContaining(['http.server.request.duration', 'assay.outbox.pending', 'nodejs.eventloop.delay.max']),
      );
    } finally {
      await platform.stop();
      through.stop();
      await Promise.all([proxy.stop(), everything.stop(), rm(folder, { recursive: true })]);
    }
  }, 180_000);
});
