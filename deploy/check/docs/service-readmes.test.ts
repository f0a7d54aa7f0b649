import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as events from '@assay/mesh/events';
import { serviceNames, services, type ServiceName } from '@assay/contract/services';
import { sourceFiles } from '../source-files.ts';
import { repositoryRoot } from '../step.ts';
import { settingsOfProcesses } from './read-settings.ts';

const text = (path: string) => readFileSync(join(repositoryRoot, path), 'utf8');
const folders = new Map([
  ...[...serviceNames, 'runner'].map((name) => [name, `services/${name}`] as const),
  ['gateway', 'gateway'] as const,
]);
const sources = (folder: string) => sourceFiles([`${folder}/src/*.ts`]).filter((path) => !path.endsWith('.test.ts'));

/** The names in code spans of the answer to a question in the table of a README. */
const answered = (folder: string, question: string): string[] => {
  const [, answer] = new RegExp(`^\\| Which ${question}\\? \\| (.*) \\|$`, 'm').exec(text(`${folder}/README.md`)) ?? [];
  if (answer === undefined) throw new Error(`${folder}/README.md does not answer "Which ${question}?"`);
  return [...answer.matchAll(/`([\w…]+)`/g)].map(([, name]) => name!);
};

/** The events that a source imports as values: it publishes them, or lists its consumers in `app.ts`. */
const importedEvents = (path: string): string[] => {
  const [, names = ''] = /import \{([^}]*)\} from '@assay\/mesh\/events'/.exec(text(path)) ?? [];
  return names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name in events);
};
/** Changes that callers make are published by the kit, for every service with a database. */
const publishedBy = (name: string, folder: string): string[] => [
  ...(services[name as ServiceName]?.hasDatabase ? ['ChangeMade'] : []),
  ...sources(folder)
    .filter((path) => !path.endsWith('/app.ts'))
    .flatMap(importedEvents),
];
const consumedBy = (folder: string): string[] =>
  [...text(`${folder}/src/app.ts`).matchAll(/\bon(?:Together)?\((\w+), /g)].map(([, name]) => name!);
const namesOf = (names: string[]) => [...new Set(names)].toSorted();

test.each([...folders])('the README of %s lists the events that it publishes and consumes', (name, folder) => {
  const listed = (question: string) => namesOf(answered(folder, question).filter((name) => name in events));
  expect(listed('events does it publish')).toEqual(namesOf(publishedBy(name, folder)));
  expect(listed('events does it consume')).toEqual(namesOf(consumedBy(folder)));
});

/** Whether a README's name means the setting: `EGRESS_…` is every setting that begins so, `…_ADDRESS` that ends so. */
const means = (listed: string, setting: string): boolean => new RegExp(`^${listed.replace('…', '.*')}$`).test(setting);

test('the README of each process lists the settings that not every service reads, and no other', async () => {
  const read = new Map(
    [...(await settingsOfProcesses())].map(([name, reads]) => [name, reads.map(({ setting }) => setting.name)]),
  );
  const isCommon = (setting: string) => serviceNames.every((name) => read.get(name)!.includes(setting));
  const faults: string[] = [];
  for (const [name, folder] of folders) {
    const listed = answered(folder, 'settings');
    for (const setting of read.get(name)!)
      if (!isCommon(setting) && !listed.some((each) => means(each, setting))) faults.push(`${name} lacks ${setting}`);
    for (const each of listed)
      if (!read.get(name)!.some((setting) => means(each, setting))) faults.push(`${name} reads no ${each}`);
  }
  expect(faults).toEqual([]);
});
