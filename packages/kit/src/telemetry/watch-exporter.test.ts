import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { listenLocally } from '@assay/testkit/listen';
import { createLog } from '../log.ts';
import { watchExporter } from './watch-exporter.ts';

test('a collector that fails is one line of the log, and one when it works again', async () => {
  let status = 200;
  const collector = await listenLocally((request, response) => {
    response.statusCode = status;
    response.end(JSON.stringify(request.headers));
  });
  const lines: string[] = [];
  const log = createLog('test', 'warn', { write: (line) => void lines.push(line) });
  const headers = { authorization: 'Bearer hidden' };
  const exporter = watchExporter(new OTLPTraceExporter({ url: collector.origin, headers }), 'traces', log);
  const send = () => new Promise<void>((resolve) => exporter.export([], () => resolve()));
  for (const each of [200, 400, 401, 200, 200]) {
    status = each;
    await send();
  }
  await collector.stop();
  await exporter.shutdown();
  expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
    expect.objectContaining({ level: 40, msg: 'traces cannot be sent to their collector' }),
    expect.objectContaining({ level: 40, msg: 'traces can be sent to their collector again', failures: 2 }),
  ]);
  expect(lines.join('')).not.toContain('hidden');
});
