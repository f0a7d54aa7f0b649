import { homedir } from 'node:os';
import { posix, win32 } from 'node:path';
import type { CommandEnv } from '../command-host.ts';

/**
 * The folder of this person's logins: `assay` in the folder that the system has for settings (XDG Base Directory on
 * Linux, Application Support on macOS, AppData on Windows). `XDG_CONFIG_HOME` chooses it everywhere.
 */
export function configFolder(env: CommandEnv, system: NodeJS.Platform = process.platform): string {
  const { join, isAbsolute } = system === 'win32' ? win32 : posix;
  // The standard ignores a relative path.
  if (env.XDG_CONFIG_HOME && isAbsolute(env.XDG_CONFIG_HOME)) return join(env.XDG_CONFIG_HOME, 'assay');
  if (system === 'win32') return join(env.APPDATA || join(env.USERPROFILE || homedir(), 'AppData', 'Roaming'), 'assay');
  const home = env.HOME || homedir();
  return system === 'darwin' ? join(home, 'Library', 'Application Support', 'assay') : join(home, '.config', 'assay');
}
