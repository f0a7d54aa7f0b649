import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { waitUntil } from '@assay/testkit/until';
import { SESSION_MARK_VARIABLE, processTable } from './process-table.ts';

test('what has ended counts no more, though nobody has asked about it; what was started for a session bears its mark', async () => {
  if (process.platform !== 'linux') return;
  // The second sleep takes the shell's place, and never asks how the first one ended.
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
