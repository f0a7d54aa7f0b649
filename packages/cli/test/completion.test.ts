import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { completeWords } from '../src/actions/completion/complete-words.ts';
import { runInProcess } from './support/command.ts';

const run = promisify(execFile);
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-completion-'));
  const program = `#!/bin/sh\nexec "${process.execPath}" "${join(import.meta.dirname, '../src/main.ts')}" "$@"\n`;
  await writeFile(join(folder, 'assay'), program);
  await chmod(join(folder, 'assay'), 0o700);
  for (const shell of ['bash', 'zsh', 'fish', 'powershell'])
    await writeFile(join(folder, shell), (await runInProcess(['completion', shell])).stdout);
});
afterAll(() => rm(folder, { recursive: true }));

test.each([
  [['logi'], ['login']],
  [['suite', 'val'], ['validate']],
  [['suite', 'validate', '--js'], ['--json']],
  [
    ['suite', 'convert', '--to', ''],
    ['yaml', 'json'],
  ],
  [['suite', 'convert', '--out', ''], []],
  [['login', '--wi'], ['--with-key']],
  [['nothing', ''], []],
  [['tunnel', '--', 'lo'], []],
])('the words %j are completed from the declarations', async (words, completed) => {
  expect((await completeWords(words)).map(({ word }) => word)).toEqual(completed);
});

/** The candidates that a shell gets for a line. */
const shells: Record<string, (line: string) => [program: string, args: string[]]> = {
  bash: (line) => [
    'bash',
    [
      '-c',
      `source ./bash; COMP_WORDS=(${line}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _assay; printf '%s\\n' "\${COMPREPLY[@]}"`,
    ],
  ],
  zsh: (line) => [
    'zsh',
    [
      '-fc',
      `compdef() { :; }; _files() { :; }; _describe() { printf '%s\\n' "\${(@)found%%:*}"; }
       source ./zsh; words=(${line}); CURRENT=\${#words}; _assay`,
    ],
  ],
  fish: (line) => ['fish', ['--no-config', '-c', `source ./fish; complete -C '${line}' | cut -f 1`]],
  powershell: (line) => [
    'pwsh',
    [
      '-NoProfile',
      '-Command',
      `. ./powershell; [System.Management.Automation.CommandCompletion]::CompleteInput('${line}', ${line.length}, $null).CompletionMatches.CompletionText`,
    ],
  ],
};

const isMissing = async (program: string) =>
  run('which', [program]).then(
    () => false,
    () => true,
  );

const here: string[] = [];
for (const [shell, commandOf] of Object.entries(shells)) if (!(await isMissing(commandOf('')[0]))) here.push(shell);

test.each(here)('%s completes the words of a command', async (shell) => {
  const complete = async (line: string) => {
    const [program, args] = shells[shell]!(line);
    const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` };
    return (await run(program, args, { cwd: folder, env })).stdout.trim().split(/\s+/);
  };
  expect(await complete('assay logi')).toEqual(['login']);
  expect(await complete('assay suite con')).toEqual(['convert']);
  expect(await complete('assay suite convert --fr')).toEqual(['--from']);
});

test('an unknown shell is refused with the names of the known ones', async () => {
  expect(await runInProcess(['completion', 'tcsh'])).toMatchObject({
    code: 2,
    stderr: 'assay: there is no completion for "tcsh".\n  Shells:  bash, zsh, fish, powershell\n',
  });
});
