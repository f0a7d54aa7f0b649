import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { waitUntil } from '@assay/testkit/until';
import type { LaunchedProcess } from '../support/launch.ts';
import { Launches } from './launches.ts';

const launches = new Launches();
let dataDir: string;
beforeAll(async () => {
  dataDir = await launches.newFolder();
});
afterAll(() => launches.end());

interface Started {
  launched: LaunchedProcess;
  runner: number;
}

/** The launcher with a runner that may start commands, and that runner's process. */
async function startWithCommands(): Promise<Started> {
  const launched = await launches.start(dataDir, {
    RUNNER_ALLOWED_COMMANDS: 'node',
    PATH: dirname(process.execPath),
  });
  await launched.said('ready ');
  return { launched, runner: await waitUntil(() => runnerOf(launched.pid)) };
}

async function runnerOf(parent: number): Promise<number | undefined> {
  const { stdout } = await promisify(execFile)('ps', ['-eo', 'pid,ppid,args']);
  const line = stdout
    .split('\n')
    .find((each) => each.includes('runner-process.ts') && Number(each.trim().split(/\s+/)[1]) === parent);
  return line === undefined ? undefined : Number(line.trim().split(/\s+/)[0]);
}

const isThere = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test('a runner for commands is a process of its own, without settings in its environment', async () => {
  const { launched, runner } = await startWithCommands();
  expect(await readFile(`/proc/${runner}/environ`, 'utf8').catch(() => '')).not.toMatch(
    /MESH_SECRET|KEY_ENCRYPTION_KEY|DATABASE_URL/,
  );
  expect(await launched.kill('SIGTERM')).toBe(0);
  expect(isThere(runner)).toBe(false);
});

test('the launcher says so and ends when that process ends by itself', async () => {
  const { launched, runner } = await startWithCommands();
  process.kill(runner, 'SIGKILL');
  expect(await launched.exited).toBe(1);
  expect(launched.stderr.join('\n')).toContain('The runner ended by itself (SIGKILL).');
});

test('that process ends when the launcher is killed', async () => {
  const { launched, runner } = await startWithCommands();
  await launched.kill('SIGKILL');
  expect(await waitUntil(() => !isThere(runner))).toBe(true);
});
