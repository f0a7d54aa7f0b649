import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

test('a process names the malformed settings of its log, its telemetry and its own at once', async () => {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../src/main.ts')], {
    env: { LOG_LEVEL: 'loud', METRICS_PORT: 'x', OTEL_EXPORTER_OTLP_ENDPOINT: 'notaurl', MAX_BODY_BYTES: '0' },
  });
  const [printed, [code]] = await Promise.all([text(child.stdout), once(child, 'close') as Promise<[number]>]);
  const told = printed
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { msg: string }).msg.split(' ')[0]);
  expect(code).toBe(1);
  expect(new Set(told)).toEqual(
    new Set([
      'CATALOG_ADDRESS',
      'DIAGNOSTICS_ADDRESS',
      'ENVIRONMENTS_ADDRESS',
      'LOG_LEVEL',
      'MAX_BODY_BYTES',
      'MESH_SECRET',
      'METRICS_PORT',
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      'RUNS_ADDRESS',
      'SUITES_ADDRESS',
      'SWARMS_ADDRESS',
    ]),
  );
});
