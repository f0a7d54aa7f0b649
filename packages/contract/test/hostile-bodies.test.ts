import { ImportEvalCases } from '@assay/contract/areas/authoring/requests';
import { CreateEvalCase } from '@assay/contract/areas/cases/documents';
import { CreateEvalSuite } from '@assay/contract/areas/suites/requests';
import { parser } from '@assay/kit/json/parse';
import { growthOf } from '@assay/testkit/growth';
import { verdictOf } from './verdict.ts';

const parseSuite = parser(CreateEvalSuite);
const parseCase = parser(CreateEvalCase);
const parseImport = parser(ImportEvalCases);

const MB = 1024 * 1024;
const DEPTH = 10_000;
const nested = (open: string, close: string, inner = '0') => `${open.repeat(DEPTH)}${inner}${close.repeat(DEPTH)}`;
const arrays = nested('[', ']');
const objects = nested('{"a":', '}');
const emoji = String.raw`"\ud83d\ude00"`;

const step = (i: number, fields: object = {}) => ({
  id: `s${i}`,
  kind: 'assert',
  assertion: { type: 'toolErrorNamesInput', role: 'advisory', toolName: 'search' },
  ...fields,
});
const suite = (last: object) => {
  const steps = Array.from({ length: 200 }, (_, i) => step(i));
  const tests = Array.from({ length: 100 }, (_, i) => ({
    title: `Case ${i}`,
    steps: i === 99 ? [...steps.slice(1), last] : steps,
  }));
  return JSON.stringify({ name: 's', serverIds: ['srv_1'], tests });
};
const withCall = (json: string) =>
  `{"title":"t","steps":[{"id":"s1","kind":"toolCall","serverName":"s","toolName":"t","arguments":{"x":${json}}}]}`;
const withCheck = (json: string) =>
  `{"title":"t","steps":[{"id":"s1","kind":"assert","assertion":{"type":"toolResultMatchesSchema","schema":${json}}}]}`;
const numbers = Array.from({ length: (5 * MB) / 8 }, (_, i) => 1_000_000 + i);

// A body that is nested too deeply is refused before any other rule; the fault names the first steps of the path.
test.each<[string, typeof parseSuite | typeof parseCase | typeof parseImport, string, string]>([
  ['100 cases of 200 steps', parseSuite, suite(step(199)), 'accepted'],
  [
    'a fault in the last of 20,000 steps',
    parseSuite,
    suite(step(199, { assertion: { type: 'toolErrorNamesInput', role: 'gating' } })),
    'VALIDATION_ERROR at /tests/99/steps/199/assertion/role',
  ],
  [
    'a step too many',
    parseSuite,
    suite(step(199)).replace('[{"id":"s0"', '[{"id":"s","kind":"prompt","prompt":"x"},{"id":"s0"'),
    'VALIDATION_ERROR at /tests/0/steps',
  ],
  ['deep arguments', parseCase, withCall(arrays), 'VALIDATION_ERROR at /steps/0/arguments/x/0'],
  ['deep arguments of objects', parseCase, withCall(objects), 'VALIDATION_ERROR at /steps/0/arguments/x/a'],
  [
    'deep arguments with an escaped character',
    parseCase,
    withCall(nested('[', ']', emoji)),
    'VALIDATION_ERROR at /steps/0/arguments/x/0',
  ],
  ['a deep schema', parseCase, withCheck(objects), 'VALIDATION_ERROR at /steps/0/assertion/schema/a'],
  ['a deep title', parseCase, `{"title":${arrays},"steps":[]}`, 'VALIDATION_ERROR at /title/0/0/0/0'],
  [
    'a deep assertion',
    parseCase,
    `{"title":"t","steps":[{"id":"s1","kind":"assert","assertion":${objects}}]}`,
    'VALIDATION_ERROR at /steps/0/assertion/a/a',
  ],
  ['deep steps', parseCase, `{"title":"t","steps":${arrays}}`, 'VALIDATION_ERROR at /steps/0/0/0/0'],
  ['a deep body', parseCase, objects, 'VALIDATION_ERROR at /a/a/a/a/a'],
  ['a deep array', parseCase, arrays, 'VALIDATION_ERROR at /0/0/0/0/0'],
  ['a million open brackets', parseCase, '['.repeat(MB), 'VALIDATION_ERROR'],
  ['a key named like a prototype', parseCase, '{"__proto__":{"title":"t","steps":[]}}', 'VALIDATION_ERROR at /title'],
  [
    'a prototype beside what is needed',
    parseCase,
    withCall('0').replace('{', '{"__proto__":{},'),
    'VALIDATION_ERROR at /__proto__',
  ],
  [
    'numbers beyond what a double holds',
    parseCase,
    withCall('0').replace('{', '{"iterations":1e400,'),
    'VALIDATION_ERROR at /iterations',
  ],
  ['5 MB of arguments', parseCase, withCall(JSON.stringify(numbers)), 'accepted'],
  [
    '5 MB with one wrong leaf',
    parseCase,
    withCall(JSON.stringify(numbers)).replace('"t","steps"', '"","steps"'),
    'VALIDATION_ERROR at /title',
  ],
  [
    '5 MB of arguments with an unknown key',
    parseCase,
    withCall(JSON.stringify(numbers)).replace(/}$/, ',"zz":1}'),
    'VALIDATION_ERROR at /zz',
  ],
  [
    '5 MB of models',
    parseCase,
    `{"title":"t","steps":[{"id":"s1","kind":"prompt","prompt":"x"}],"models":${JSON.stringify(numbers)}}`,
    'VALIDATION_ERROR at /models',
  ],
  ['5 MB of unknown keys', parseCase, `{${numbers.map((n) => `"${n}":0`).join()}}`, 'VALIDATION_ERROR at /title'],
  [
    '5 MB of a title',
    parseCase,
    `{"title":"${'a'.repeat(5 * MB)}","steps":[{"id":"s1","kind":"prompt","prompt":"x"}]}`,
    'VALIDATION_ERROR at /title',
  ],
  [
    '5 MB of blanks for a title',
    parseSuite,
    `{"name":"${' '.repeat(5 * MB)}","serverIds":["srv_1"],"tests":[]}`,
    'VALIDATION_ERROR at /name',
  ],
  [
    '5 MB of an intent that ends in a blank',
    parseCase,
    `{"title":"t","steps":[{"id":"s1","kind":"prompt","prompt":"x"}],"intent":"${'a '.repeat(2.5 * MB)}"}`,
    'VALIDATION_ERROR at /intent',
  ],
  ['5 MB of backslashes', parseImport, `{"content":"${'\\'.repeat(5 * MB)}"}`, 'VALIDATION_ERROR at /content'],
  [
    '5 MB of backslashes and half a character',
    parseImport,
    `{"content":"${'\\'.repeat(5 * MB)}\\ud83d"}`,
    'VALIDATION_ERROR at /content',
  ],
  [
    '5 MB of escaped characters',
    parseImport,
    `{"content":"${emoji.slice(1, -1).repeat((5 * MB) / 12)}"}`,
    'VALIDATION_ERROR at /content',
  ],
])('%s: the body is accepted, or refused with its place', (_, parse, body, verdict) => {
  expect(verdictOf(parse, body)).toBe(verdict);
});

test.each<[string, typeof parseSuite | typeof parseCase | typeof parseImport, (size: number) => string]>([
  [
    'cases',
    parseSuite,
    (size) => {
      const { tests, ...body } = JSON.parse(suite(step(199))) as { tests: unknown[] };
      return JSON.stringify({ ...body, tests: tests.slice(0, size / 1_600) });
    },
  ],
  ['numbers', parseCase, (size) => withCall(JSON.stringify(numbers.slice(0, size)))],
  [
    'unknown keys',
    parseCase,
    (size) =>
      `{${numbers
        .slice(0, size)
        .map((n) => `"${n}":0`)
        .join()}}`,
  ],
  ['blanks', parseSuite, (size) => `{"name":"${' '.repeat(size)}","serverIds":["srv_1"],"tests":[]}`],
  ['words', parseCase, (size) => `{"title":"${'a '.repeat(size)}","steps":[]}`],
  ['backslashes', parseImport, (size) => `{"content":"${'\\'.repeat(size)}\\ud83d"}`],
  ['open brackets', parseCase, (size) => '['.repeat(size)],
  ['levels', parseCase, (size) => withCall('['.repeat(size) + ']'.repeat(size))],
])('a body of many %s is read in time proportional to its size', (_, parse, made) => {
  expect(growthOf((size) => verdictOf(parse, made(size)), 10_000, 16)).toBeLessThan(64);
});
