import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The environment of a script. */
export type ScriptEnv = Record<string, string>;

/** The end of a script: its exit code, and its output with its errors in the order in which they came. */
export interface ScriptEnd {
  code: number;
  log: string;
}

/** Runs a script in a shell, as runners of CI systems do: from a file, with nothing on standard input. */
export async function runScript(
  [command, ...args]: readonly [string, ...string[]],
  text: string,
  folder: string,
  env: ScriptEnv,
): Promise<ScriptEnd> {
  const place = await mkdtemp(join(tmpdir(), 'assay-step-'));
  const file = join(place, 'script.sh');
  await writeFile(file, text);
  const child = spawn(command, [...args, file], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let log = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (log += text));
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  child.once('error', reject).once('close', (code) => resolve(code ?? -1));
  return { code: await promise.finally(() => rm(place, { recursive: true })), log };
}
