import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { repositoryRoot } from '../step.ts';
import { declaredSettings } from './declared-settings.ts';
import { settingsOfProcesses, variablesOfProcesses } from './read-settings.ts';

const declared = await declaredSettings();
const read = [...(await settingsOfProcesses())].flatMap(([process, reads]) =>
  reads.map(({ setting }) => ({ process, setting })),
);

/** A line of the chart's table of secrets that are files. */
interface FileOfSecret {
  setting: string;
  readers: string[];
}

/** Variables that are no settings of ours: of the system, and where one process has the gateway, of that. */
const FOREIGN =
  /^(?:PATH|PATHEXT|HOME|LANG|TE?MP|TMPDIR|COMSPEC|System\w+|(?:LOCAL)?APPDATA|USERPROFILE|Program\w+|PROGRAMFILES.*|HOST|LISTEN_ADDRESS)$/;

test('every setting is declared once', () => {
  const names = declared.map(({ name }) => name);
  expect(names.filter((name, at) => names.indexOf(name) < at)).toEqual([]);
});

test('every setting that a process reads is declared in a file of settings', () => {
  const strangers = read.filter(({ setting }) => !declared.includes(setting));
  expect(strangers.map(({ process, setting }) => `${process} reads ${setting.name}`)).toEqual([]);
});

test('every variable that a process looks up is a declared setting or the file of one', async () => {
  const names = new Set(declared.flatMap(({ name, fileName, mayBeFile }) => (mayBeFile ? [name, fileName] : [name])));
  const strangers = [...(await variablesOfProcesses())].flatMap(([process, variables]) =>
    [...variables]
      .filter((name) => !names.has(name) && !FOREIGN.test(name))
      .map((name) => `${process} looks up ${name}`),
  );
  expect(strangers).toEqual([]);
});

test('every setting that the chart gives as a file may be in a file', async () => {
  const files = parse(await readFile(join(repositoryRoot, 'deploy/chart/secret-files.yaml'), 'utf8')) as FileOfSecret[];
  const inFiles = new Set(declared.filter(({ mayBeFile }) => mayBeFile).map(({ name }) => name));
  // The key of `helm test` is for the test's own program.
  const strangers = files.filter(({ setting, readers }) => !inFiles.has(setting) && !readers.includes('test'));
  expect(strangers.map(({ setting }) => setting)).toEqual([]);
});

test('every declared setting is read by a process', () => {
  const settings = new Set(read.map(({ setting }) => setting));
  expect(declared.filter((setting) => !settings.has(setting)).map(({ name }) => name)).toEqual([]);
});
