import type { Env } from '@assay/kit/env';
import type { Logger } from '@assay/kit/log';
import type { Closers } from './closers.ts';

/**
 * The folder of the console. From the sources it is built in the background, and stands there some seconds later; a
 * package brings it built, and its setting says where.
 */
export async function serveConsoleOf(env: Env, log: Logger, closers: Closers): Promise<string> {
  if (env['CONSOLE_DIR'] !== undefined) return env['CONSOLE_DIR'];
  const { consoleFolder, ensureConsole } = await import('@assay/console/console-build');
  const folder = await consoleFolder();
  const stopped = new AbortController();
  closers.add({
    stop: () => {
      stopped.abort();
      return Promise.resolve();
    },
  });
  ensureConsole(folder, stopped.signal).catch((error: unknown) => {
    log.error({ err: error }, 'the console could not be built');
  });
  return folder;
}
