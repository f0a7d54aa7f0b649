import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { registry } from './tools.ts';

/** Starts a container registry that keeps nothing, on a free port of loopback. Its settings are written into `folder`. */
export async function startRegistry(folder: string): Promise<{ host: string; stop(): void }> {
  const settings = join(folder, 'registry.yaml');
  await writeFile(
    settings,
    JSON.stringify({ version: '0.1', storage: { inmemory: {} }, http: { addr: '127.0.0.1:0' } }),
  );
  const child = spawn(registry.program, ['serve', settings], { stdio: ['ignore', 'ignore', 'pipe'] });
  for await (const line of createInterface(child.stderr)) {
    const [, host] = /listening on (127\.0\.0\.1:\d+)/.exec(line) ?? [];
    if (!host) continue;
    child.stderr.resume();
    return { host, stop: () => child.kill() };
  }
  throw new Error('the registry ended before it listened');
}
