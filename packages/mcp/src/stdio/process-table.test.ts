import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { waitUntil } from '@assay/testkit/until';
import { SESSION_MARK_VARIABLE, processTable } from './process-table.ts';

test('zombies do not count as processes; processes of a session carry its mark', async () => {
  if (process.platform !== 'linux') return;
  // The second sleep replaces the shell, and never waits for the first one.
  const child = spawn('sh', ['-c', 'sleep 0 & echo $!; exec sleep 60'], {
    env: { ...process.env, [SESSION_MARK_VARIABLE]: 'm-1' },
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  });
  try {
    const ended = await new Promise<number>((resolve) => {
      child.stdout.once('data', (said: Buffer) => resolve(Number(said)));
    });
    await waitUntil(() => / Z /.test(readFileSync(`/proc/${ended}/stat`, 'utf8')));
    const table = (await processTable()).filter(({ group }) => group === child.pid);
    expect(table).toEqual([{ pid: child.pid, group: child.pid, mark: 'm-1' }]);
  } finally {
    process.kill(-child.pid!, 'SIGKILL');
  }
});
