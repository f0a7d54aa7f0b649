import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';

/** The environment variable by which a thread or process of ours shares this process's compile cache; empty without a cache. */
export function compileCacheVariable(): { NODE_COMPILE_CACHE?: string } {
  // Node's folder for its own version and our user, in the folder of the variable.
  const folder = getCompileCacheDir();
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) };
}
