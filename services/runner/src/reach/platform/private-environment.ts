import {
  closeSync,
  ftruncateSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Env } from '@assay/kit/env';

/** Set in a process whose settings come from its standard input. */
const HANDED_OVER = 'ASSAY_SETTINGS_HANDED_OVER';
/** Variables that Node.js, the log and telemetry read before the settings of the runner are read. */
const BARE = /^(?:PATH|HOME|TMPDIR|LANG|LOG_LEVEL|METRICS_PORT|NODE_\w+|OTEL_\w+)$/;
const STDIN = 0;

/**
 * The settings of an operated runner. A command runs as the runner's user, which may read the environment that the
 * runner was started with, also after the runner deletes a variable. So a runner that starts commands replaces itself
 * by the same program with a bare environment, and hands over the settings in a file that has no name any more.
 */
export function privateEnvironment(env: Env): Env {
  if (env[HANDED_OVER]) return handedOver(env);
  if (!env['RUNNER_ALLOWED_COMMANDS'] || process.platform === 'win32') return env;
  handOver(withPipesRead(env));
  const bare = Object.entries(env).filter(([name]) => BARE.test(name));
  // This does not return.
  process.execve!(process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)], {
    ...Object.fromEntries(bare),
    [HANDED_OVER]: 'true',
  });
  return env;
}

/** Makes the standard input a file without a name that holds the settings: other descriptors would be closed. */
function handOver(env: Env): void {
  const folder = mkdtempSync(join(tmpdir(), 'assay-settings-'));
  const path = join(folder, 'settings.json');
  try {
    writeFileSync(path, JSON.stringify(env), { mode: 0o600 });
    closeSync(STDIN);
    if (openSync(path, 'r+') !== STDIN) throw new Error('The settings could not be handed over.');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Reads the settings and empties the file, because a command can open the standard input of this process. */
function handedOver(env: Env): Env {
  const settings = JSON.parse(readFileSync(STDIN, 'utf8')) as Env;
  ftruncateSync(STDIN);
  return { ...settings, ...env };
}

/** A pipe that `<NAME>_FILE` names is read now, because it does not outlive this process. */
function withPipesRead(env: Env): Env {
  const read = Object.entries(env).flatMap(([name, path]) => {
    if (!name.endsWith('_FILE') || !path || !isPipe(path)) return [];
    return [
      [name, undefined],
      [name.slice(0, -'_FILE'.length), readFileSync(path, 'utf8').trim()],
    ];
  });
  return { ...env, ...(Object.fromEntries(read) as Env) };
}

const isPipe = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFIFO() ?? false;

/** The id of a process whose environment this user can read and that holds `secret`. Looks on Linux alone. */
export const processThatShows = (secret: string): string | undefined =>
  processIds().find((pid) => environmentOf(pid).includes(secret));

const processIds = (): string[] =>
  process.platform === 'linux' ? readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : [];

/** Empty for a process that ended, or that this user may not look into. */
function environmentOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1');
  } catch {
    return '';
  }
}
