import { execFileSync } from 'node:child_process';

/**
 * Makes a folder with its content read-only, as a medium that takes no writes. Returns a function that makes it
 * writable again, or undefined where this user or system may not mount.
 */
export function mountReadOnly(folder: string): (() => void) | undefined {
  const mount = (...args: string[]): void => void execFileSync('mount', args, { stdio: 'ignore' });
  const unmount = (): void => void execFileSync('umount', [folder]);
  try {
    mount('--bind', folder, folder);
  } catch {
    return undefined;
  }
  try {
    mount('-o', 'remount,ro,bind', folder);
  } catch {
    unmount();
    return undefined;
  }
  return unmount;
}
