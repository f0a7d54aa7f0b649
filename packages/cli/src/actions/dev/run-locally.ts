import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { CommandFailure } from '../../command-failure.ts';
import type { CommandContext } from '../../command-context.ts';
import type { devInput } from '../../commands/dev.ts';
import type { Action } from '../../declare/command.ts';
import { exitCodes } from '../../exit-codes.ts';
import { markOf } from '../../output/marks.ts';
import { findLink, writeLink } from '../../platform/link-file.ts';
import { hasBrowser, openBrowser } from '../../platform/open-browser.ts';
import { unwritable } from '../../platform/replace-file.ts';
import { StoredLogins } from '../../platform/stored-logins.ts';

/** The folder of the data, and the port that commands look for a platform on. */
const [DATA, PORT] = ['.assay', 4_000];

/** Runs a local Assay until Ctrl-C. */
export const runLocally: Action<typeof devInput> = async (context, { options: { data, port, noOpen } }) => {
  const { env, folder, terminal, interrupted, isQuiet } = context;
  const dataDir = resolve(folder, data ?? DATA);
  await makeDataFolder(dataDir);
  const { startLocalAssay } = await import('@assay/local/start-local-assay');
  const running = await startLocalAssay({ env, dataDir, port: port ?? (await freePort()), folder }).catch(failed);
  const ended = running.ended.catch(failed);
  try {
    await signIn(context, running.url, join(dataDir, 'api-key'));
    const linked = await link(context, running.url);
    const tell = (text: string) => !isQuiet && terminal.err(`  ${text}\n`);
    terminal.out(`${markOf('passed', terminal)} Assay runs at ${running.url}.\n`);
    tell(`data in ${dataDir}; ${linked}`);
    tell('Ctrl-C ends it.');
    if (!noOpen && terminal.isInteractive.out && hasBrowser(env)) await openBrowser(running.url, env);
    if (!interrupted.aborted) await Promise.race([once(interrupted, 'abort'), ended]);
  } finally {
    await running.stop();
  }
};

function failed(error: unknown): never {
  throw new CommandFailure(exitCodes.unreachable, (error as Error).message, [], error);
}

/** The folder holds secrets: git ignores all of it. */
async function makeDataFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
    await writeFile(join(path, '.gitignore'), '*\n');
  } catch (error) {
    throw unwritable(path, error);
  }
}

/** Keeps the key of the local platform as a login of its address; the current login of the person stays. */
async function signIn({ env }: CommandContext, url: string, keyFile: string): Promise<void> {
  const logins = new StoredLogins(env);
  const current = await logins.find();
  await logins.keep({ url, kind: 'key', key: (await readFile(keyFile, 'utf8')).trim() });
  if (current && current.url !== url) await logins.keep(current);
}

/** Links the folder, unless it has a link: what is true now, in words. */
async function link({ folder }: CommandContext, url: string): Promise<string> {
  const found = await findLink(folder);
  if (found?.url === url) return 'this folder is linked with it';
  if (found)
    return `${found.path} links this folder with ${found.url ?? 'another project'}: ASSAY_URL=${url} calls this one`;
  await writeLink(folder, { url });
  return 'assay.json links this folder with it';
}

/** The usual port, or any other where that is taken. */
async function freePort(): Promise<number> {
  for (const port of [PORT, 0]) {
    const probe = createServer();
    const listening = await new Promise<boolean>((settle) => {
      probe.once('error', () => settle(false));
      probe.listen(port, '127.0.0.1', () => settle(true));
    });
    if (!listening) continue;
    const { port: free } = probe.address() as { port: number };
    await new Promise((settle) => probe.close(settle));
    return free;
  }
  throw new CommandFailure(exitCodes.unreachable, 'no port of 127.0.0.1 is free.');
}
