import { spawn } from 'node:child_process';
import type { CommandEnv } from '../command-host.ts';

/** Whether a browser of this machine is one that the person sees: not over SSH, and with a display. */
export function hasBrowser(env: CommandEnv, system: NodeJS.Platform = process.platform): boolean {
  if (env.SSH_CONNECTION || env.SSH_CLIENT || env.SSH_TTY) return false;
  return system !== 'linux' || Boolean(env.BROWSER || env.DISPLAY || env.WAYLAND_DISPLAY);
}

/** Opens a page, http or https, in the person's browser; false when they see none, or when it cannot be started. */
export async function openBrowser(url: string, env: CommandEnv): Promise<boolean> {
  if (!hasBrowser(env)) return false;
  const [program, ...args] = browserCommand(url, env);
  const child = spawn(program, args, { stdio: 'ignore', detached: true, env: { ...env } });
  return new Promise((resolve) => {
    child.once('error', () => resolve(false));
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}

/** The program and its words; no shell reads the address. */
function browserCommand(url: string, { BROWSER }: CommandEnv): [string, ...string[]] {
  if (BROWSER) return [BROWSER, url];
  if (process.platform === 'darwin') return ['open', url];
  if (process.platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', url];
  return ['xdg-open', url];
}
