import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { GLIBC_SETTINGS } from './glibc-settings.ts';

const { platform, env, execPath, execArgv, argv } = process;
// The process is replaced by itself: its id, its parent and its streams stay.
if (platform === 'linux' && env.MALLOC_MMAP_THRESHOLD_ === undefined)
  process.execve?.(execPath, [execPath, ...execArgv, ...argv.slice(1)], { ...GLIBC_SETTINGS, ...env });

/**
 * Compiled code and stripped types of later starts; shared with the tests. A folder that cannot be written makes the start
 * slower, and nothing else. The variable is for the threads; a folder of the user's choice is kept.
 */
env.NODE_COMPILE_CACHE ||= join(import.meta.dirname, '../../../node_modules/.cache/compiled');
enableCompileCache(env.NODE_COMPILE_CACHE);

// Imported after that, because static imports are loaded first.
await import('./run.ts');
