import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeAbandonedSessions } from '../../src/stdio/session-folder.ts';

test('sessions of a killed runner are removed, and sessions of a running one stay', async () => {
  const dead = spawnSync('true').pid;
  const mark = (pid: number, last: string) => `${pid}-00000000-0000-4000-8000-00000000000${last}`;
  const [left, kept] = [mark(dead, '1'), mark(process.ppid, '2')];
  await Promise.all([left, kept].map((each) => mkdir(join(tmpdir(), `assay-stdio-${each}`))));
  const commands = [left, kept].map((each) =>
    spawn('sleep', ['60'], {
      env: { ASSAY_STDIO_SESSION: each, PATH: process.env['PATH'] },
      stdio: 'ignore',
      detached: true,
    }),
  );
  await Promise.all(commands.map((each) => once(each, 'spawn')));
  const ended = once(commands[0]!, 'exit');
  try {
    await removeAbandonedSessions();
    const folders = await readdir(tmpdir());
    expect([left, kept].map((each) => folders.includes(`assay-stdio-${each}`))).toEqual([false, true]);
    expect(process.platform === 'linux' ? await ended : [null, 'SIGKILL']).toEqual([null, 'SIGKILL']);
    expect(commands[1]!.exitCode ?? commands[1]!.signalCode).toBeNull();
  } finally {
    for (const each of commands) each.kill('SIGKILL');
    await Promise.all(
      [left, kept].map((each) => rm(join(tmpdir(), `assay-stdio-${each}`), { recursive: true, force: true })),
    );
  }
});
