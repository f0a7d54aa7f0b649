import { nouns } from '../src/commands/nouns.ts';
import { printHelp } from '../src/parse/print-help.ts';
import { runInProcess } from './support/command.ts';

const commands = (await Promise.all(Object.values(nouns).map(({ load }) => load()))).flat();

test('every command has a sentence, an example and a help of at most 80 columns', () => {
  for (const command of commands) {
    expect(command.summary).toMatch(/^[A-Z].*[.]$/);
    expect(command.examples.length).toBeGreaterThan(0);
    for (const line of command.examples) expect(line).toContain('assay');
    expect([
      command.words,
      printHelp(command)
        .split('\n')
        .filter((line) => line.length > 80),
    ]).toEqual([command.words, command.examples.map((line) => `  ${line}`).filter((line) => line.length > 80)]);
  }
});

test('words of another command are named in "See also" only where it exists', () => {
  const known = new Set(commands.map(({ words }) => words));
  for (const { words, see = [] } of commands)
    expect([words, see.filter((each) => !known.has(each))]).toEqual([words, []]);
});

test('the overview names every noun', async () => {
  const { code, stdout } = await runInProcess(['help', '--all']);
  expect(code).toBe(0);
  for (const noun of Object.keys(nouns)) expect(stdout).toMatch(new RegExp(`^    ${noun} `, 'm'));
  expect((await runInProcess([])).stdout).toContain('All with what they do: assay help --all');
});

test.each([
  [['suite', '--help'], 'assay suite validate'],
  [['help', 'suite', 'convert'], 'Write a suite file of another tool'],
  [['suite', 'convert', '-h'], '--to <yaml|json>'],
])('the help of %j is printed', async (args, text) => {
  expect(await runInProcess(args)).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining(text) });
});

test.each([
  [['siute', 'validate'], 'there is no command "siute". Did you mean "suite"?'],
  [['suite', 'vaildate'], 'there is no command "suite vaildate". Did you mean "suite validate"?'],
  [['zebra'], 'there is no command "zebra".\n  assay help --all'],
  [
    ['suite', 'validate', '--jsno', 'x'],
    "unknown option '--jsno'. Did you mean --json?\n  assay suite validate --help",
  ],
  [['wave', 'gate', 'w', '--timeout', '0'], 'It is a number from'],
])('the command line %j is refused with what was meant', async (args, told) => {
  expect(await runInProcess(args)).toEqual({ code: 2, stdout: '', stderr: expect.stringContaining(told) });
});
