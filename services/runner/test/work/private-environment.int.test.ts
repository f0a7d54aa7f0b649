import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

const MAIN = join(import.meta.dirname, '../../src/main.ts');
const TOKEN = 'rt_a_token_that_commands_must_not_find';
const SETTINGS = {
  RUNNER_ALLOWED_COMMANDS: 'node',
  // Nothing listens there: a runner waits for its platform.
  PLATFORM_ADDRESS: '127.0.0.1:1',
  PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
  LOG_LEVEL: 'info',
};

const begun: ChildProcess[] = [];
afterAll(() => Promise.all(begun.map(async (child) => child.kill('SIGKILL') && once(child, 'exit'))));

function begin(program: string, args: string[], settings: Record<string, string>) {
  const child = spawn(program, args, { env: { ...SETTINGS, ...settings }, stdio: ['ignore', 'pipe', 'inherit'] });
  begun.push(child);
  return child;
}

/** The first line of a process with these words. */
async function said(child: ReturnType<typeof begin>, words: string): Promise<string> {
  for await (const line of createInterface(child.stdout)) if (line.includes(words)) return line;
  throw new Error(`It never said "${words}".`);
}

/** Runs in a process of its own, as a command does; answers where the token is to be read. */
async function lookForToken(pid: number): Promise<string[]> {
  const looker = spawn(process.execPath, ['-e', LOOK, String(pid), TOKEN], {
    env: {},
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  for await (const piece of looker.stdout) said += String(piece);
  return said.split('\n').filter(Boolean);
}
const LOOK = `
  const { readFileSync, readdirSync, statSync } = require('node:fs');
  const [pid, token] = process.argv.slice(1);
  const places = ['environ', 'cmdline', ...readdirSync('/proc/' + pid + '/fd').map((fd) => 'fd/' + fd)];
  for (const place of places.map((name) => '/proc/' + pid + '/' + name)) {
    try {
      // A pipe would block.
      if (statSync(place).isFile() && readFileSync(place, 'latin1').includes(token)) console.log(place);
    } catch {}
  }`;

test('a command finds the token neither in the environment nor in the files of its runner', async () => {
  const child = begin(process.execPath, [MAIN], { RUNNER_TOKEN: TOKEN });
  await said(child, 'started');
  // The process is the one that was started with the token.
  expect(await readFile(`/proc/${child.pid}/cmdline`, 'utf8')).toContain(MAIN);
  expect(await lookForToken(child.pid!)).toEqual([]);
  expect((await readdir(tmpdir())).filter((name) => name.startsWith('assay-settings-'))).toEqual([]);
});

test('a runner does not start beside a shell that shows the token to commands', async () => {
  if (process.platform !== 'linux') return;
  const shell = begin('/bin/sh', ['-c', '"$0" "$1"; true', process.execPath, MAIN], { RUNNER_TOKEN: TOKEN });
  const line = await said(shell, 'RUNNER_TOKEN');
  expect(line).toMatch(/commands could read RUNNER_TOKEN in the environment of process \d+/);
  expect(line).not.toContain(TOKEN);
});

test('a runner takes its token from a pipe, which commands cannot read again', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'assay-pipe-'));
  const pipe = join(folder, 'token');
  await promisify(execFile)('mkfifo', [pipe]);
  const child = begin(process.execPath, [MAIN], { RUNNER_TOKEN_FILE: pipe });
  await writeFile(pipe, TOKEN);
  await said(child, 'started');
  expect(await lookForToken(child.pid!)).toEqual([]);
  await rm(folder, { recursive: true });
});
