import { CreateEvalCase, UpdateEvalCase } from '@assay/contract/areas/cases/documents';
import { CreateEvalSuite, UpdateEvalSuite } from '@assay/contract/areas/suites/requests';
import type { Json } from '../json-schema.ts';
import { longText, parserOf, unexpectedValues, repeatedList, type Place, type Row } from './row.ts';
import { verdictOf } from '../verdict.ts';

// The bounds in this file are copied by hand from the interface specification.

const step = { id: 's1', kind: 'prompt', prompt: 'Say hello.' };
const draft = { title: 'Greets', steps: [step] };
const created = (field: string): Place => ({
  schema: CreateEvalCase,
  path: `/${field}`,
  around: (value) => ({ ...draft, [field]: value }),
});
const changed = (field: string): Place => ({
  schema: UpdateEvalCase,
  path: `/${field}`,
  around: (value) => ({ [field]: value }),
});

const trials = (most: number): Row => ({ fits: [1, most], breaks: [0, most + 1, 1.5, '1'] });
const fraction: Row = { fits: [0, 0.5, 1], breaks: [-0.01, 1.01, '0.5'] };
const flag: Row = { fits: [true, false], breaks: ['true', 0, null] };
const list: Json = [{ type: 'noToolErrors' }];

const both: Record<string, Row> = {
  title: { fits: ['a', longText(500)], breaks: ['', 5, null] },
  steps: { fits: [[step], repeatedList(200, step)], breaks: [[], repeatedList(201, step), null, {}] },
  iterations: trials(10),
  repetitions: trials(100),
  passThreshold: fraction,
  isNegative: flag,
  expectedOutput: { fits: ['', 'Hello'], breaks: [5] },
  scenario: { fits: ['', 'A visitor'], breaks: [5] },
  intent: {
    fits: ['a', 'two words', longText(64)],
    breaks: ['', ' ', ' a', 'a ', '\ta', 'a\n', '\u00a0a', longText(65)],
  },
  kind: { fits: ['capability', 'regression'], breaks: ['smoke', ''] },
  matchOptions: {
    fits: [null, {}, { toolCallOrder: 'in-order', extraToolCalls: 0, arguments: 'exact' }],
    breaks: ['exact', []],
  },
  'matchOptions/toolCallOrder': {
    fits: ['any', 'in-order', 'exact', 'ignore', 'superset', 'strict'],
    breaks: ['sorted', null],
  },
  'matchOptions/extraToolCalls': { fits: ['unlimited', 0, 1000], breaks: ['none', -1, 1.5, null] },
  'matchOptions/arguments': { fits: ['ignore', 'partial', 'exact'], breaks: ['most', null] },
  'matchOptions/maxExtraToolCalls': { fits: [null, 0, 5], breaks: ['unlimited', -1, 1.5] },
  'matchOptions/argumentMatching': { fits: ['ignore', 'partial', 'exact'], breaks: ['most', null] },
  'matchOptions/zz': { fits: [], breaks: [1] },
  models: { fits: [[], [{ model: 'm' }], [{ model: 'm', provider: 'p' }]], breaks: ['m', null] },
  'models/0/model': { fits: ['m', 'p/m'], breaks: ['', ' ', 5] },
  checks: {
    fits: [
      null,
      { mode: 'inherit' },
      { mode: 'inherit', list: [] },
      { mode: 'replace', list },
      { mode: 'extend', list },
    ],
    breaks: [[], 'inherit'],
  },
  judge: { fits: [null, {}, { enabled: false }], breaks: [false, []] },
  'judge/enabled': flag,
  'judge/threshold': { fits: [], breaks: [1] },
  'advancedConfig/failOnToolError': flag,
  suppressedSuiteStandardCheckIds: {
    fits: [[], repeatedList(64, 'call.schema')],
    breaks: [repeatedList(65, 'call.schema'), null],
  },
};

/** The place of a field, or of a field in an otherwise empty object or list. */
const at = (place: (field: string) => Place, path: string): Place => {
  const [field, ...inner] = path.split('/');
  const outer = place(field!);
  return {
    ...outer,
    path: `/${path}`,
    around: (value) =>
      outer.around(inner.reduceRight<Json>((each, key) => (key === '0' ? [each] : { [key]: each }), value)),
  };
};

test.each(Object.entries(both))(
  '%s has the bounds of the specification, in a new case and in a changed one',
  (path, row) => {
    expect(unexpectedValues(at(created, path), row)).toEqual([]);
    expect(unexpectedValues(at(changed, path), row)).toEqual([]);
  },
);

const CHECK_IDS = [
  'discovery.description',
  'discovery.annotations',
  'discovery.collisions',
  'discovery.deprecated',
  'call.schema',
  'response.schema',
  'selection.hops',
  'call.parameters',
  'call.repeated',
  'response.performance',
  'response.size',
  'response.errors',
  'response.recovery',
  'response.pagination',
  'userValue.turns',
];

test.each<[string, Place]>([
  ['a new case', created('suppressedSuiteStandardCheckIds')],
  ['a changed case', changed('suppressedSuiteStandardCheckIds')],
  [
    'a new suite',
    {
      schema: CreateEvalSuite,
      path: '/suppressedSuiteStandardCheckIds',
      around: (value) => ({ name: 's', serverIds: ['srv_1'], tests: [draft], suppressedSuiteStandardCheckIds: value }),
    },
  ],
  [
    'a changed suite',
    {
      schema: UpdateEvalSuite,
      path: '/settings/suppressedSuiteStandardCheckIds',
      around: (value) => ({ settings: { suppressedSuiteStandardCheckIds: value } }),
    },
  ],
])('%s suppresses up to 64 of the standard checks, and no other', (_, place) => {
  const fits = [[], CHECK_IDS, repeatedList(64, 'call.schema')];
  expect(unexpectedValues(place, { fits, breaks: [repeatedList(65, 'call.schema')] })).toEqual([]);
  expect(
    unexpectedValues(
      { ...place, path: `${place.path}/1` },
      {
        fits: [],
        breaks: [
          ['call.schema', 'call.unknown'],
          ['call.schema', ''],
        ],
      },
    ),
  ).toEqual([]);
});

test.each<[string, object, string]>([
  ['an unknown key', { ...draft, zz: 1 }, '/zz'],
  ['no title', { steps: [step] }, '/title'],
  ['no steps', { title: 'Greets' }, '/steps'],
  ['an id with a dot', { ...draft, id: 'a.b' }, '/id'],
  ['an empty id', { ...draft, id: '' }, '/id'],
  ['an id of 129 characters', { ...draft, id: 'a'.repeat(129) }, '/id'],
  ['a provider without a model', { ...draft, models: [{ provider: 'p' }] }, '/models/0/model'],
  ['checks without a mode', { ...draft, checks: { list: [] } }, '/checks/mode'],
  ['an unknown key of its checks', { ...draft, checks: { mode: 'extend', list: [], zz: 1 } }, '/checks/zz'],
  ['an unknown mode of its checks', { ...draft, checks: { mode: 'merge', list: [] } }, '/checks/mode'],
])('a new case is refused: %s', (_, document, path) => {
  expect(verdictOf(parserOf(CreateEvalCase), document)).toBe(`VALIDATION_ERROR at ${path}`);
});

test.each(['-', '_', 'A-z_09'.padEnd(128, 'x')])('a case may have the id %s', (id) => {
  expect(verdictOf(parserOf(CreateEvalCase), { ...draft, id })).toBe('accepted');
});

test('a change keeps the id and the origin of a case, and clears what null clears', () => {
  const parse = parserOf(UpdateEvalCase);
  expect(
    verdictOf(parse, {
      expectedOutput: null,
      scenario: null,
      repetitions: null,
      passThreshold: null,
      intent: null,
      kind: null,
      matchOptions: null,
      checks: null,
      judge: null,
      import: null,
      advancedConfig: null,
    }),
  ).toBe('accepted');
  expect([verdictOf(parse, { id: 'other' }), verdictOf(parse, { source: null }), verdictOf(parse, { zz: 1 })]).toEqual([
    'VALIDATION_ERROR at /id',
    'VALIDATION_ERROR at /source',
    'VALIDATION_ERROR at /zz',
  ]);
});
