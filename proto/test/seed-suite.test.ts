import { CommitEvalAuthoringJob, GenerateEvalCases, ImportEvalCases } from '@assay/contract/documents/authoring';
import { CreateEvalCases } from '@assay/contract/documents/case-batch';
import { UpdateEvalSuiteSchedule } from '@assay/contract/documents/schedule';
import { AttachEvalSuiteEnvironment, CreateEvalSuite, UpdateEvalSuite } from '@assay/contract/documents/suite';
import type { TSchema } from 'typebox';
import type { Json, JsonObject } from './json-schema.ts';
import { characters, parserOf, surprises, times, type Row } from './seed-row.ts';
import { verdictOf } from './verdict.ts';

// The fields and bounds in this file are those that the interface specification writes down, and are copied from there by hand.

const test1 = { title: 'Greets', steps: [{ id: 's1', kind: 'prompt', prompt: 'Say hello.' }] };
const suite = { name: 's', serverIds: ['srv_1'], model: 'p/m', tests: [test1] };
const document = { content: '# Greets' };

const count = (min: number, max: number): Row => ({ fits: [min, max], breaks: [min - 1, max + 1, min + 0.5, String(min)] });
const range = (min: number, max: number): Row => ({ fits: [min, max, (min + max) / 2], breaks: [min - 0.01, max + 0.01, String(min)] });
const words = (...fits: string[]): Row => ({ fits, breaks: ['other', '', 5] });
const flag: Row = { fits: [true, false], breaks: ['true', 0, null] };
const nonEmpty: Row = { fits: ['a'], breaks: ['', 5, null] };
const names: Row = { fits: [['a'], ['a', 'b']], breaks: ['a', {}] };
const cleared = ({ fits, breaks }: Row): Row => ({ fits: [...fits, null], breaks });
const firstOf = (row: Row): Row => ({ fits: row.fits.map((each) => [each]), breaks: row.breaks.map((each) => [each]) });

const policy: [string, Row][] = [['duplicatePolicy', words('block', 'warn', 'create_anyway')], ['overrideReason', nonEmpty]];
const grounding: [string, Row][] = [
  ['servers', names], ['servers/0', firstOf(nonEmpty)], ['environmentId', nonEmpty], ['idempotencyKey', { fits: ['a', 'a'.repeat(256)], breaks: ['', 'a'.repeat(257), 5] }],
  ['caseModels', { fits: [[], [{ model: 'm' }], [{ model: 'm', provider: 'p' }]], breaks: ['m', null] }],
  ['caseModels/0/model', { fits: [], breaks: [[{ provider: 'p' }]] }],
];
const rubric = (fields: JsonObject) => ({ rubric: { criteria: [{ id: 'polite', label: 'Polite', ...fields }] } });
const criteria = (many: number) => ({ rubric: { criteria: Array.from({ length: many }, (_, i) => ({ id: `c${i}`, label: 'C' })) } });
const criterion = (key: string, { fits, breaks }: Row): Row => ({ fits: fits.map((value) => rubric({ [key]: value })), breaks: breaks.map((value) => rubric({ [key]: value })) });

/** Fields of each body; a row's values stand in the field that its path begins with. */
const bodies: Record<string, { schema: TSchema; base: JsonObject; fields: [string, Row][] }> = {
  'a new suite': {
    schema: CreateEvalSuite, base: suite,
    fields: [
      ['name', nonEmpty], ['description', { fits: ['', 'a'], breaks: [5] }], ['model', nonEmpty], ['tags', { fits: [[], ['a']], breaks: ['a', null] }],
      ['serverIds', { fits: [['srv_1'], ['srv_1', 'srv_2']], breaks: [[], 'srv_1', null] }],
      ['tests', { fits: [[test1], times(100, test1)], breaks: [[], times(101, test1), null] }],
      ['tests/0/steps', { fits: [], breaks: [[{ ...test1, steps: [] }], [{ title: 'Greets' }]] }],
      ['tests/0/title', { fits: [], breaks: [[{ ...test1, title: '' }], [{ steps: test1.steps }]] }],
      ['tests/0/runs', { fits: [1, 10].map((runs) => [{ ...test1, runs }]), breaks: [0, 11, 1.5, '1'].map((runs) => [{ ...test1, runs }]) }],
      ['tests/0/isNegativeTest', { fits: [[{ ...test1, isNegativeTest: true }]], breaks: [[{ ...test1, isNegativeTest: 'true' }]] }],
    ],
  },
  'the settings of a suite': {
    schema: UpdateEvalSuite, base: {},
    fields: ([
      ['minimumAccuracy', cleared(range(0, 100))], ['minimumIterations', cleared(count(1, 10))], ['repetitions', cleared(count(1, 100))],
      ['passThreshold', cleared(range(0, 1))], ['matchOptions', { fits: [null, {}, { arguments: 'exact' }], breaks: ['exact', []] }],
      ['checks', { fits: [null, [], [{ type: 'noToolErrors' }]], breaks: [{}, 'a'] }], ['checks/0/type', { fits: [], breaks: [[{}], [{ type: 'other' }]] }],
      ['validity/minEligibleTrials', { fits: [{ minEligibleTrials: 1 }], breaks: [{ minEligibleTrials: 0 }, { minEligibleTrials: 1.5 }] }],
      ...['minCompletionRate', 'maxEvaluatorErrorRate'].map((key): [string, Row] =>
        [`validity/${key}`, { fits: [{ [key]: 0 }, { [key]: 1 }], breaks: [{ [key]: -0.01 }, { [key]: 1.01 }] }]),
      ['judge/threshold', { fits: [{ threshold: 0 }, { threshold: 1 }], breaks: [{ threshold: -0.01 }, { threshold: 1.01 }] }],
      ['judge/enabled', { fits: [{ enabled: false }], breaks: [{ enabled: 'no' }] }], ['judge/autoRun', { fits: [{ autoRun: true }], breaks: [{ autoRun: 1 }] }],
      ['judge/model', { fits: [{ model: 'm' }], breaks: [{ model: '' }] }], ['judge/severity', { fits: [{ severity: 'warn' }], breaks: [{ severity: 'error' }] }],
      ['judge/rubric/criteria', { fits: [{ rubric: null }, criteria(1), criteria(25)], breaks: [criteria(0), criteria(26)] }],
      ['judge/rubric/criteria/0/id', criterion('id', { fits: ['A-z_09', 'a'.repeat(64)], breaks: ['', 'a b', 'a'.repeat(65)] })],
      ['judge/rubric/criteria/0/label', criterion('label', { fits: ['a', characters(200)], breaks: ['', characters(201)] })],
      ['judge/rubric/criteria/0/description', criterion('description', { fits: ['', characters(1000)], breaks: [characters(1001)] })],
    ] as [string, Row][]).map(([path, { fits, breaks }]) => [`settings/${path}`, {
      fits: fits.map((value) => ({ [path.split('/')[0]!]: value })), breaks: breaks.map((value) => ({ [path.split('/')[0]!]: value })),
    }]),
  },
  'a changed suite': {
    schema: UpdateEvalSuite, base: {},
    fields: [
      ['name', nonEmpty], ['environmentIds', { fits: [null, ['env_1'], ['env_1', 'env_2']], breaks: [[], 'env_1', {}] }], ['environmentIds/0', firstOf({ fits: [], breaks: ['', 5] })],
      ['environment/servers', { fits: [{}, { servers: ['a'] }], breaks: [{ servers: 'a' }, { servers: null }] }],
      ['environment/servers/0', { fits: [], breaks: [{ servers: [''] }, { servers: [5] }] }],
      ['environment/computerEnvironment', { fits: [{ computerEnvironment: 'image' }, { computerEnvironment: null }], breaks: [{ computerEnvironment: '' }, { computerEnvironment: 5 }] }],
      ['executionConfig/model', { fits: [{ model: 'm' }], breaks: [{ model: '' }, { model: null }] }],
      ['executionConfig/systemPrompt', { fits: [{ systemPrompt: '' }], breaks: [{ systemPrompt: 5 }] }],
      ['executionConfig/temperature', { fits: [{ temperature: 0 }, { temperature: 1 }], breaks: [{ temperature: '1' }, { temperature: null }] }],
      ['hosts/0/host', { fits: [[], [{ host: 'a' }], [{ host: 'a', servers: ['b'] }]], breaks: [[{}], [{ host: '' }], [{ servers: ['b'] }]] }],
      ['expectedRevisionNumber', { fits: [0, 1], breaks: [-1, 1.5, '1'] }],
    ],
  },
  'the attaching of an environment': { schema: AttachEvalSuiteEnvironment, base: { environmentId: 'env_1' }, fields: [['environmentId', nonEmpty]] },
  'a schedule': { schema: UpdateEvalSuiteSchedule, base: { enabled: true }, fields: [['enabled', flag], ['intervalMinutes', count(5, 10_080)], ['environmentId', nonEmpty]] },
  'a batch': {
    schema: CreateEvalCases, base: { cases: [test1] },
    fields: [
      ['cases', { fits: [[test1], times(100, test1)], breaks: [[], times(101, test1), null, {}] }], ['cases/0', { fits: [[{}]], breaks: [['a'], [null]] }],
      // A policy that there is not reads as `block`, and is reported.
      ['duplicatePolicy', { fits: ['block', 'warn', 'create_anyway', 'other'], breaks: [5, null] }], ['overrideReason', nonEmpty],
    ],
  },
  'a commit': { schema: CommitEvalAuthoringJob, base: {}, fields: policy },
  'an import': {
    schema: ImportEvalCases, base: document,
    fields: [['content', { fits: ['a', 'a'.repeat(102_400)], breaks: ['a'.repeat(102_401), 5, null] }], ['fileName', { fits: ['a', characters(255)], breaks: ['', characters(256)] }], ...policy, ...grounding],
  },
  'a generation': {
    schema: GenerateEvalCases, base: {},
    fields: [
      ['mode', words('normal', 'negative')], ['varyUserStyles', flag], ...grounding,
      ...['simple', 'multiTool', 'multiTurn', 'complex', 'negative'].map((key): [string, Row] =>
        [`caseMix/${key}`, { fits: [{ [key]: 0 }, { [key]: 10 }], breaks: [{ [key]: -1 }, { [key]: 11 }, { [key]: 0.5 }] }]),
    ],
  },
};

const rows = Object.entries(bodies).flatMap(([name, { schema, base, fields }]) => fields.map(([path, row]) => [path, name, { schema, base, row }] as const));

test.each(rows)('%s of %s has the bounds of the specification', (path, _, { schema, base, row }) => {
  const around = (value: Json) => ({ ...base, [path.split('/')[0]!]: value });
  expect(surprises({ schema, path: `/${path}`, around }, row)).toEqual([]);
});

test.each(Object.entries(bodies))('%s has no keys but these', (_, { schema, base }) => {
  expect([verdictOf(parserOf(schema), base), verdictOf(parserOf(schema), { ...base, zz: 1 })]).toEqual(['accepted', 'VALIDATION_ERROR at /zz']);
});

test.each(['name', 'serverIds', 'tests'])('a new suite has to say its %s', (key) => {
  expect(verdictOf(parserOf(CreateEvalSuite), Object.fromEntries(Object.entries(suite).filter(([each]) => each !== key)))).toBe(`VALIDATION_ERROR at /${key}`);
});
