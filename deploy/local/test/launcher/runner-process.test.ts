import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { waitUntil } from '@assay/testkit/until';
import { openApi } from '../support/api.ts';
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
async function startWithCommands(env: Record<string, string> = {}): Promise<Started> {
  const launched = await launches.start(dataDir, {
    RUNNER_ALLOWED_COMMANDS: 'node',
    PATH: dirname(process.execPath),
    ...env,
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

test('a killed runner is started again, the launcher says so once, and its commands are ended', async () => {
  const { launched, runner } = await startWithCommands();
  const command = spawn('node', ['-e', `process.on('SIGTERM', () => undefined); setInterval(() => undefined, 1_000)`], {
    env: { PATH: process.env.PATH, ASSAY_STDIO_SESSION: `${runner}-00000000-0000-4000-8000-000000000001` },
    stdio: 'ignore',
    detached: true,
  });
  await once(command, 'spawn');
  process.kill(runner, 'SIGKILL');
  const left = process.platform === 'linux' ? once(command, 'exit') : Promise.resolve(command.kill('SIGKILL'));
  const second = await waitUntil(async () => [await runnerOf(launched.pid)].find((pid) => pid !== runner));
  await left;
  process.kill(second, 'SIGKILL');
  await waitUntil(async () => [await runnerOf(launched.pid)].find((pid) => pid !== second));
  expect(launched.stderr.filter((line) => line.includes('ended by itself'))).toEqual([
    expect.stringContaining('(SIGKILL)'),
  ]);
  expect(await launched.kill('SIGTERM')).toBe(0);
});

test("commands are found on the person's path, and not where npm put the path of its script", async () => {
  const places = await Promise.all(['npm', 'node-gyp-bin', 'person'].map((name) => programIn(name)));
  const { launched } = await startWithCommands({
    RUNNER_ALLOWED_COMMANDS: 'which-one',
    npm_lifecycle_event: 'start',
    PATH: [...places, ...process.env.PATH!.split(delimiter)].join(delimiter),
  });
  const api = await openApi(await launched.said('ready '), (await readFile(join(dataDir, 'api-key'), 'utf8')).trim());
  const { id } = await api.assay.createProjectServer(
    { projectId: api.projectId },
    {
      name: `path ${Date.now()}`,
      transportType: 'stdio',
      command: 'which-one',
      enabled: true,
    },
  );
  const { checks } = await api.assay.runDoctor({ projectId: api.projectId, serverId: id }, {});
  expect(checks.connection).toMatchObject({ evidence: { stderr: expect.stringMatching(/^person\s*$/) } });
  await launched.kill('SIGTERM');
});

/** A folder of that name with a program that says the name. */
async function programIn(name: string): Promise<string> {
  const folder = join(await launches.newFolder(), name);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'which-one'), `#!/bin/sh\necho ${name} >&2\nexit 3\n`, { mode: 0o755 });
  return folder;
}

test('that process ends when the launcher is killed', async () => {
  const { launched, runner } = await startWithCommands();
  await launched.kill('SIGKILL');
  expect(await waitUntil(() => !isThere(runner))).toBe(true);
});
