import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { BROWSER_EXECUTABLE, isExecutable } from './settings.ts';

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
const PLACES: Partial<Record<NodeJS.Platform, (env: Env) => string[]>> = {
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

/** The variables of a runner that Chromium inherits: programs need them, and the others may be secrets. */
const INHERITED = ['PATH', 'SystemRoot', 'TEMP', 'TMP', 'LOCALAPPDATA', 'USERPROFILE', 'PROGRAMFILES'];

/** A Chromium, and the environment that it is started in. */
export interface Chromium {
  executable: string;
  environment: Record<string, string>;
}

type Env = Readonly<Record<string, string | undefined>>;

/**
 * The Chromium that `BROWSER_EXECUTABLE` names, or the one that this machine has; undefined when there is none, or when
 * the setting is `none`.
 */
export function findChromium(env: Env): Chromium | undefined {
  const executable = executableFor(env);
  if (executable === undefined) return undefined;
  const folder = { HOME: tmpdir(), TMPDIR: tmpdir(), LANG: 'C.UTF-8' };
  const inherited = INHERITED.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]] as const]));
  return { executable, environment: { ...Object.fromEntries(inherited), ...folder } };
}

function executableFor(env: Env): string | undefined {
  const named = env[BROWSER_EXECUTABLE.name];
  if (named) return named === 'none' ? undefined : named;
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean);
  const onPath = folders.flatMap((folder) => PROGRAMS.map((program) => join(folder, program)));
  // The search path of other systems names no application.
  return [...(process.platform === 'linux' ? onPath : []), ...(PLACES[process.platform]?.(env) ?? [])].find(
    isExecutable,
  );
}
