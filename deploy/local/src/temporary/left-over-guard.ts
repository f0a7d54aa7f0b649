import { spawn } from 'node:child_process';

/**
 * Waits until its input ends, which is when the process that started it stops the guard or dies. Then it ends the Postgres
 * of the folder, which root may have had to put elsewhere, and removes both folders unless they are kept. A program of
 * Postgres that still makes the cluster may write while the folder is removed, so that is done twice.
 */
const SCRIPT = `
while read -r _; do :; done
home=$(sed -n 's/^ *"home": "\\(.*\\)",\\{0,1\\}$/\\1/p' "$1/postgres.json" 2>/dev/null)
: "\${home:=$1}"
if read -r pid < "$home/postgres/postmaster.pid"; then
  kill -QUIT "$pid"
  while kill -0 "$pid"; do sleep 0.1; done
fi
[ "$2" = keep ] && exit
rm -rf "$home" "$1"
sleep 1
rm -rf "$home" "$1"
`;

/** A process that ends the Postgres of a folder, and removes the folder, when this process dies. */
export interface LeftOverGuard {
  /** Ends the guard, which then does nothing. */
  dismiss(): void;
}

/**
 * Starts a guard for the data folder of a temporary installation: a process that is killed leaves its Postgres running.
 * Windows has no shell for it; there the next start removes left-over folders.
 */
export function guardFolder(folder: string, keep: boolean): LeftOverGuard {
  if (process.platform === 'win32') return { dismiss: () => undefined };
  // In a session of its own, because Ctrl-C reaches every process of the terminal.
  const guard = spawn('sh', ['-c', SCRIPT, 'guard', folder, keep ? 'keep' : 'remove'], {
    detached: true,
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guard.on('error', () => undefined);
  guard.stdin.on('error', () => undefined);
  guard.unref();
  // A pipe of a child process is a socket.
  (guard.stdin as typeof guard.stdin & { unref(): void }).unref();
  return { dismiss: () => void guard.kill('SIGKILL') };
}
