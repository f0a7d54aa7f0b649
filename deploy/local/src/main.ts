import { GLIBC_SETTINGS } from './glibc-settings.ts';

const { platform, env, execPath, execArgv, argv } = process;
// The process is replaced by itself: its id, its parent and its streams stay.
if (platform === 'linux' && env.MALLOC_MMAP_THRESHOLD_ === undefined)
  process.execve?.(execPath, [execPath, ...execArgv, ...argv.slice(1)], { ...GLIBC_SETTINGS, ...env });

await import('./run.ts');
