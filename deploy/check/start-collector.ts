import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '@assay/postgres/free-port';
import { collector } from './tools.ts';

/**
 * Starts OpenTelemetry's collector on loopback. It passes traces and metrics on to `target` as OTLP/HTTP in JSON. Its
 * settings are written into `folder`.
 */
export async function startCollector(folder: string, target: string): Promise<{ url: string; stop(): void }> {
  const settings = join(folder, 'collector.yaml');
  const endpoint = `127.0.0.1:${await freePort()}`;
  const pipeline = { receivers: ['otlp'], exporters: ['otlphttp'] };
  const config = {
    receivers: { otlp: { protocols: { http: { endpoint } } } },
    exporters: { otlphttp: { endpoint: target, encoding: 'json', compression: 'none' } },
    service: {
      telemetry: { metrics: { level: 'none' } },
      pipelines: { traces: pipeline, metrics: pipeline },
    },
  };
  await writeFile(settings, JSON.stringify(config));
  const child = spawn(collector.program, ['--config', settings], { stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  for await (const line of createInterface(child.stderr)) {
    output += `${line}\n`;
    if (!line.includes('Everything is ready')) continue;
    child.stderr.resume();
    return { url: `http://${endpoint}`, stop: () => child.kill() };
  }
  throw new Error(`The collector ended before it was ready: ${output}`);
}
