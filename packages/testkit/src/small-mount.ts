import { execFileSync } from 'node:child_process';

/**
 * Mounts a small disk of some kilobytes at a folder. Returns a function that takes it away with its content, or undefined
 * where this user or system may not mount.
 */
export function mountSmallDisk(folder: string, kilobytes: number): (() => void) | undefined {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k,mode=755`, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  return () => void execFileSync('umount', [folder]);
}
