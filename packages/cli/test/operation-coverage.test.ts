import { allOperations } from '@assay/contract/operations';
import { entryOf } from '../src/actions/operation/invoke.ts';
import { nouns, type Noun } from '../src/commands/nouns.ts';

const commands = (await Promise.all(Object.values<Noun>(nouns).map(({ load }) => load()))).flat();
const commandsOf = Map.groupBy(
  commands.flatMap(({ words, operations = [] }) => operations.map((id) => ({ words, id }))),
  ({ id }) => id,
);

/** Areas whose every operation has a command of its own. */
const COVERED = [
  'api-keys',
  'audit-log',
  'budgets',
  'cases',
  'cassettes',
  'clients',
  'diagnosis',
  'environments',
  'images',
  'journeys',
  'members',
  'model-providers',
  'operator',
  'personas',
  'plugins',
  'projects',
  'readiness',
  'registry',
  'schedules',
  'secrets',
  'server-groups',
  'servers',
  'skills',
  'studies',
  'suites',
  'surfaces',
  'swarms',
  'wave-insights',
];
test.each(Object.values(allOperations).filter(({ area }) => COVERED.includes(area)))(
  '$id has a command of its own',
  ({ id }) => {
    expect(commandsOf.has(id)).toBe(true);
  },
);

test('assay api calls every operation of the contract', () => {
  expect(Object.keys(allOperations).filter((id) => entryOf(id) === undefined)).toEqual([]);
});

test('commands call only operations of the contract', () => {
  expect([...commandsOf.keys()].filter((id) => !Object.hasOwn(allOperations, id))).toEqual([]);
});

test('no two commands have the same words', () => {
  const words = commands.map((command) => command.words);
  expect(words.filter((each, i) => words.indexOf(each) !== i)).toEqual([]);
});

test('no option of a command holds a secret', () => {
  const secret = /^(clientSecret|apiKey|password|tokens?|value|headers)$/;
  const found = commands.flatMap(({ words, input }) =>
    Object.entries(input.options)
      .filter(([name, option]) => secret.test(name) && !/file|header|@/.test('value' in option ? option.value : ''))
      .map(([name]) => `${words} --${name}`),
  );
  expect(found).toEqual([]);
});
