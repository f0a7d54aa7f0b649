import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The setting that names an executable, or `none` for no browser. */
export const BROWSER_SETTING = 'BROWSER_EXECUTABLE';

/** Names on the search path. The headless shell, which has no windows, starts pages in a fifth of the processor time. */
const PROGRAMS = [
  'chromium-headless-shell',
  'chrome-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
];

/** The usual places of an installation, outside of the search path. */
const PLACES: Partial<Record<NodeJS.Platform, (env: NodeJS.ProcessEnv) => string[]>> = {
  linux: () => ['/usr/bin', '/snap/bin'].flatMap((folder) => PROGRAMS.map((program) => join(folder, program))),
  darwin: ({ HOME = '' }) =>
    ['/Applications', join(HOME, 'Applications')].flatMap((folder) => [
      join(folder, 'Chromium.app/Contents/MacOS/Chromium'),
      join(folder, 'Google Chrome.app/Contents/MacOS/Google Chrome'),
      join(folder, 'Microsoft Edge.app/Contents/MacOS/Microsoft Edge'),
    ]),
  win32: (env) =>
    [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA].flatMap((folder) =>
      folder === undefined
        ? []
        : [
            join(folder, 'Chromium\\Application\\chrome.exe'),
            join(folder, 'Google\\Chrome\\Application\\chrome.exe'),
            join(folder, 'Microsoft\\Edge\\Application\\msedge.exe'),
          ],
    ),
};

/**
 * The Chromium that `BROWSER_EXECUTABLE` names, or the one that this machine has; undefined when there is none, or when
 * the setting is `none`.
 */
export function findChromium(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const named = env[BROWSER_SETTING];
  if (named) return named === 'none' ? undefined : named;
  const onPath = (env.PATH ?? '')
    .split(delimiter)
    .filter(Boolean)
    .flatMap((folder) => PROGRAMS.map((program) => join(folder, program)));
  const usual = PLACES[process.platform]?.(env) ?? [];
  return [...(process.platform === 'linux' ? onPath : []), ...usual].find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
