import { CommitEvalAuthoringJob, GenerateEvalCases, ImportEvalCases } from '@assay/contract/areas/authoring/requests';
import { CreateEvalCases } from '@assay/contract/areas/cases/batch';
import { UpdateEvalSuiteSchedule } from '@assay/contract/areas/schedules/documents';
import { AttachEvalSuiteEnvironment, CreateEvalSuite, UpdateEvalSuite } from '@assay/contract/areas/suites/requests';
import type { JsonObject } from '../json-schema.ts';
import { testBodies } from './body.ts';
import {
  longText,
  countRow,
  firstOf,
  flagRow,
  namesRow,
  nonEmpty,
  rangeRow,
  unknownKeyRow,
  textRow,
  repeatedList,
  withinRow,
  wordsRow,
  type Row,
} from './row.ts';

// The fields and bounds in this file are copied by hand from the interface specification, which takes 100 cases in a
// request instead of 1,000.

const test1 = { title: 'Greets', steps: [{ id: 's1', kind: 'prompt', prompt: 'Say hello.' }] };
const suite = { name: 's', serverIds: ['srv_1'] };

// The specification allows any key here. Ours is closed, as all of an inline case is, so that a misspelt key is refused.
const tolerance: Row = { fits: [{}, { failOnToolError: false }], breaks: [[], 'a', null] };

const policy: [string, Row][] = [
  ['duplicatePolicy', wordsRow('block', 'warn', 'create_anyway')],
  ['overrideReason', nonEmpty],
];
const grounding: [string, Row][] = [
  ['servers', namesRow],
  ['servers/0', firstOf(nonEmpty)],
  ['environmentId', nonEmpty],
  ['idempotencyKey', { fits: ['a', 'a'.repeat(256)], breaks: ['', 'a'.repeat(257), 5] }],
  ['caseModels', { fits: [[], [{ model: 'm' }], [{ model: 'm', provider: 'p' }]], breaks: ['m', null] }],
  ['caseModels/0/model', { fits: [], breaks: [[{ provider: 'p' }]] }],
];
const rubric = (fields: JsonObject) => ({ rubric: { criteria: [{ id: 'polite', label: 'Polite', ...fields }] } });
const criteria = (many: number) => ({
  rubric: { criteria: Array.from({ length: many }, (_, i) => ({ id: `c${i}`, label: 'C' })) },
});
const criterion = (key: string, { fits, breaks }: Row): Row => ({
  fits: fits.map((value) => rubric({ [key]: value })),
  breaks: breaks.map((value) => rubric({ [key]: value })),
});

/** Settings in the bodies that create and change a suite. */
const settings: [string, Row][] = [
  ['minimumAccuracy', rangeRow(0, 100)],
  ['minimumIterations', countRow(1, 100)],
  ['repetitions', countRow(1, 100)],
  ['passThreshold', rangeRow(0, 1)],
  ['matchOptions', { fits: [{}, { arguments: 'exact' }], breaks: ['exact', []] }],
  ['checks', { fits: [[], [{ type: 'noToolErrors' }]], breaks: [{}, 'a'] }],
  ['checks/0/type', { fits: [], breaks: [[{}], [{ type: 'other' }]] }],
  ...Object.entries({
    minEligibleTrials: { fits: [1], breaks: [0, 1.5] },
    minCompletionRate: rangeRow(0, 1),
    maxEvaluatorErrorRate: rangeRow(0, 1),
    zz: unknownKeyRow,
  }).map(([key, row]): [string, Row] => [`validity/${key}`, withinRow(key, row)]),
  ...Object.entries({
    enabled: flagRow,
    model: nonEmpty,
    autoRun: flagRow,
    threshold: rangeRow(0, 1),
    severity: wordsRow('warn'),
    zz: unknownKeyRow,
  }).map(([key, row]): [string, Row] => [`judge/${key}`, withinRow(key, row)]),
  [
    'judge/rubric/criteria',
    { fits: [{ rubric: null }, criteria(1), criteria(25)], breaks: [criteria(0), criteria(26)] },
  ],
  [
    'judge/rubric/criteria/0/id',
    criterion('id', { fits: ['A-z_09', 'a'.repeat(64)], breaks: ['', 'a b', 'a'.repeat(65)] }),
  ],
  ['judge/rubric/criteria/0/label', criterion('label', { fits: ['a', longText(200)], breaks: ['', longText(201)] })],
  ['judge/rubric/criteria/0/zz', criterion('zz', unknownKeyRow)],
  ['judge/rubric/criteria/0/required', criterion('required', flagRow)],
  [
    'judge/rubric/criteria/0/description',
    criterion('description', { fits: ['', longText(1000)], breaks: [longText(1001)] }),
  ],
];

testBodies({
  'a new suite': {
    schema: CreateEvalSuite,
    base: suite,
    fields: [
      ['name', nonEmpty],
      ['description', { fits: ['', 'a'], breaks: [5] }],
      ['model', nonEmpty],
      ['tags', { fits: [[], ['a']], breaks: ['a', null] }],
      ['serverIds', { fits: [['srv_1'], ['srv_1', 'srv_2']], breaks: [[], 'srv_1', null] }],
      ['tests', { fits: [[], [test1], repeatedList(1_000, test1)], breaks: [repeatedList(1_001, test1), null] }],
      ['tests/0/steps', { fits: [], breaks: [[{ title: 'Greets' }]] }],
      ['tests/0/title', { fits: [], breaks: [[{ steps: test1.steps }]] }],
      ...Object.entries({
        steps: { fits: [], breaks: [[]] },
        title: nonEmpty,
        runs: countRow(1, 10),
        isNegativeTest: flagRow,
        model: textRow,
        provider: textRow,
        expectedOutput: textRow,
        scenario: textRow,
        advancedConfig: tolerance,
      }).map(([key, row]): [string, Row] => [`tests/0/${key}`, firstOf(withinRow(key, row, test1))]),
      ['tests/0/advancedConfig/zz', firstOf(withinRow('advancedConfig', withinRow('zz', unknownKeyRow), test1))],
      ...settings,
    ],
  },
  'the settings of a suite': {
    schema: UpdateEvalSuite,
    base: {},
    fields: [
      ...[...settings, ['zz', unknownKeyRow] as const].map(([path, row]): [string, Row] => [
        `settings/${path}`,
        withinRow(path.split('/')[0]!, row),
      ]),
      ...[
        'minimumAccuracy',
        'minimumIterations',
        'repetitions',
        'passThreshold',
        'validity',
        'matchOptions',
        'checks',
      ].map((key): [string, Row] => [`settings/${key}`, withinRow(key, { fits: [null], breaks: [] })]),
    ],
  },
  'a changed suite': {
    schema: UpdateEvalSuite,
    base: {},
    fields: [
      ['name', nonEmpty],
      ['description', { fits: ['', 'a'], breaks: [5] }],
      ['environmentIds', { fits: [null, ['env_1'], ['env_1', 'env_2']], breaks: [[], 'env_1', {}] }],
      ['environmentIds/0', firstOf({ fits: [], breaks: ['', 5] })],
      ['environment/servers', withinRow('servers', namesRow)],
      ['environment/servers/0', withinRow('servers', firstOf(nonEmpty))],
      ['environment/computerEnvironment', withinRow('computerEnvironment', { fits: ['image', null], breaks: ['', 5] })],
      ['environment/zz', withinRow('zz', unknownKeyRow)],
      ...Object.entries({
        model: nonEmpty,
        systemPrompt: textRow,
        temperature: { fits: [0, 1], breaks: ['1', null] },
        zz: unknownKeyRow,
      }).map(([key, row]): [string, Row] => [`executionConfig/${key}`, withinRow(key, row)]),
      ['hosts/0/zz', firstOf({ fits: [], breaks: [{ host: 'a', zz: 1 }] })],
      [
        'hosts/0/host',
        {
          fits: [[], [{ host: 'a' }], [{ host: 'a', servers: ['b'] }]],
          breaks: [[{}], [{ host: '' }], [{ servers: ['b'] }]],
        },
      ],
      ['expectedRevisionNumber', { fits: [0, 1], breaks: [-1, 1.5, '1'] }],
    ],
  },
  'the attaching of an environment': {
    schema: AttachEvalSuiteEnvironment,
    base: { environmentId: 'env_1' },
    fields: [['environmentId', nonEmpty]],
  },
  'a schedule': {
    schema: UpdateEvalSuiteSchedule,
    base: { enabled: true },
    fields: [
      ['enabled', flagRow],
      ['intervalMinutes', countRow(5, 10_080)],
      ['environmentId', nonEmpty],
    ],
  },
  'a batch': {
    schema: CreateEvalCases,
    base: { cases: [test1] },
    fields: [
      ['cases', { fits: [[test1], repeatedList(1_000, test1)], breaks: [[], repeatedList(1_001, test1), null, {}] }],
      ['cases/0', { fits: [[{}]], breaks: [['a'], [null]] }],
      // An unknown policy reads as `block`, and is reported.
      ['duplicatePolicy', { fits: ['block', 'warn', 'create_anyway', 'other'], breaks: [5, null] }],
      ['overrideReason', nonEmpty],
    ],
  },
  'a commit': { schema: CommitEvalAuthoringJob, base: {}, fields: policy },
  'an import': {
    schema: ImportEvalCases,
    base: { content: '# Greets' },
    fields: [
      ['content', { fits: ['a', 'a'.repeat(102_400)], breaks: ['a'.repeat(102_401), 5, null] }],
      ['fileName', { fits: ['a', longText(255)], breaks: ['', longText(256)] }],
      ...policy,
      ...grounding,
    ],
  },
  'a generation': {
    schema: GenerateEvalCases,
    base: {},
    fields: [
      ['mode', wordsRow('normal', 'negative')],
      ['varyUserStyles', flagRow],
      ...grounding,
      ...['simple', 'multiTool', 'multiTurn', 'complex', 'negative'].map((key): [string, Row] => [
        `caseMix/${key}`,
        withinRow(key, countRow(0, 10)),
      ]),
      ['caseMix/zz', withinRow('zz', unknownKeyRow)],
    ],
  },
});
