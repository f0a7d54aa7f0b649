// JavaScript: Node loads its compiler for TypeScript only when a file is not in the cache of compiled code, and the cache
// is not open yet when this file is loaded. That takes 50 ms, twice.
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

/**
 * Settings of glibc, which reads them when a process starts: by default it keeps the memory of large buffers, so that an
 * idle process held hundreds of megabytes after many large answers. Buffers from 64 KB on are given back at once. The
 * image sets the same.
 */
const GLIBC_SETTINGS = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '65536',
  MALLOC_TRIM_THRESHOLD_: '131072',
};

const { platform, env, execPath, execArgv, argv } = process;
/**
 * Compiled code and stripped types of later starts; shared with the tests. A folder that cannot be written makes the start
 * slower, and nothing else. The variable is for the threads and for the process after `execve`; a folder of the user's
 * choice is kept.
 */
env.NODE_COMPILE_CACHE ||= join(import.meta.dirname, '../../../node_modules/.cache/compiled');
// The process is replaced by itself: its id, its parent and its streams stay.
if (platform === 'linux' && env.MALLOC_MMAP_THRESHOLD_ === undefined)
  process.execve?.(execPath, [execPath, ...execArgv, ...argv.slice(1)], { ...GLIBC_SETTINGS, ...env });
enableCompileCache(env.NODE_COMPILE_CACHE);

// Imported after that, because static imports are loaded first.
await import('./resolve-once.ts');
await import('./run.ts');
