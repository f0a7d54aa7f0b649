import { homedir } from 'node:os';
import { posix, win32 } from 'node:path';
import type { CommandEnv } from '../command-host.ts';

/**
 * The folder of what this machine's last commands left: `assay` in the folder that the system has for the state of
 * programs (XDG Base Directory). `XDG_STATE_HOME` chooses it everywhere.
 */
export function stateFolder(env: CommandEnv, system: NodeJS.Platform = process.platform): string {
  const { join, isAbsolute } = system === 'win32' ? win32 : posix;
  // The standard ignores a relative path.
  if (env.XDG_STATE_HOME && isAbsolute(env.XDG_STATE_HOME)) return join(env.XDG_STATE_HOME, 'assay');
  if (system === 'win32')
    return join(env.LOCALAPPDATA || join(env.USERPROFILE || homedir(), 'AppData', 'Local'), 'assay');
  return join(env.HOME || homedir(), '.local', 'state', 'assay');
}
