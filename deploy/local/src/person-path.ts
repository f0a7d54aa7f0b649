import { delimiter, join } from 'node:path';
import type { Env } from '@assay/kit/env';

/** The last folder that npm puts before the search path of a script. */
const LAST_OF_NPM = /[\\/]node-gyp-bin[\\/]?$/;

/**
 * The search path of the person who started this process. npm puts folders of packages before it, ours with a Node of
 * its own: a command that is found there runs on another Node than in the person's terminal, and modules that were
 * compiled for that one fail.
 */
export function personPath(env: Env, root: string): string | undefined {
  const folders = env['PATH']?.split(delimiter);
  if (!folders || env['npm_lifecycle_event'] === undefined) return env['PATH'];
  const ours = join(root, 'node_modules', '.bin');
  const added = folders.findIndex((folder) => LAST_OF_NPM.test(folder)) + 1;
  return folders
    .slice(added)
    .filter((folder) => folder !== ours)
    .join(delimiter);
}
