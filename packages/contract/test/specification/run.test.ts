import { WaiveGate } from '@assay/contract/areas/gates/waiver';
import { RequestEvalRunInsights } from '@assay/contract/areas/analysis/insights';
import { RequestEvalRunJudge } from '@assay/contract/areas/judges/request';
import { RerunEvalRun } from '@assay/contract/areas/eval-runs/rerun';
import { CreateEvalRun } from '@assay/contract/areas/eval-runs/launch';
import { EvalRun, EvalRunCreated } from '@assay/contract/areas/eval-runs/documents';
import { RunClient } from '@assay/contract/areas/eval-runs/run-spec';
import { CreateEvalRunGroup } from '@assay/contract/areas/run-groups/documents';
import type { TSchema } from 'typebox';
import { plainSchema } from '../json-schema.ts';
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

// The fields and bounds in this file are copied by hand from the interface specification, which takes 100 inline tests
// instead of 1,000.

const test1 = { title: 'Greets', steps: [{ id: 's1', kind: 'prompt', prompt: 'Say hello.' }] };
const approval = { testCaseId: 'case_1', reason: 'Read it.' };
const environment = { environmentId: 'env_1' };
// A blank or too long key counts as absent.
const idempotencyKey: [string, Row] = ['idempotencyKey', { fits: ['k', ' ', 'k'.repeat(257)], breaks: [5, null] }];

/** Fields that the launch of one run and of a run group share. */
const launch: [string, Row][] = [
  ['suiteId', nonEmpty],
  ['iterationOverride', countRow(1, 10)],
  ['caseIds', { fits: [['case_1']], breaks: [[], 'case_1', null] }],
  ['skillsOverride', wordsRow('exclude')],
  ['notes', textRow],
  ['matchOptionsOverride', { fits: [{}], breaks: ['exact', [], null] }],
  [
    'matchOptionsOverride/toolCallOrder',
    withinRow('toolCallOrder', wordsRow('any', 'in-order', 'exact', 'ignore', 'superset', 'strict')),
  ],
  ['importApprovals', { fits: [[approval], [approval, approval]], breaks: [[], {}, null] }],
  ['importApprovals/0/testCaseId', firstOf({ fits: [], breaks: [{ reason: 'r' }] })],
  [
    'importApprovals/0/reason',
    firstOf(withinRow('reason', { fits: ['a', longText(500)], breaks: ['', longText(501), null] }, approval)),
  ],
  ['importApprovals/0/zz', firstOf(withinRow('zz', unknownKeyRow, approval))],
  [
    'modelApiKeys',
    { fits: [{}, { openai: 'sk-1' }, { openai: 'sk-1', anthropic: 'sk-2' }], breaks: ['sk-1', [], null] },
  ],
  ['modelApiKeys/openai', withinRow('openai', { fits: [], breaks: ['', 5, null] })],
];

testBodies({
  'a run': {
    schema: CreateEvalRun,
    base: {},
    fields: [
      ...launch,
      ['suiteName', nonEmpty],
      ['suiteDescription', textRow],
      ['tests', { fits: [[test1], repeatedList(1_000, test1)], breaks: [[], repeatedList(1_001, test1), null] }],
      ['tests/0/steps', firstOf({ fits: [], breaks: [{ title: 'Greets' }] })],
      ['serverIds', { fits: [['srv_1'], ['srv_1', 'srv_2']], breaks: [[], 'srv_1', null] }],
      ['serverNames', namesRow],
      ['suiteRerun', flagRow],
      ['refreshSnapshot', flagRow],
      ['environmentId', nonEmpty],
      ['runGroupId', nonEmpty],
      ['model', { fits: ['anthropic/claude-sonnet-4', 'gpt-5'], breaks: ['', 5, null] }],
      ['hosts', { fits: [[{ host: 'a' }], [{ host: 'a', servers: ['b'] }, { host: 'c' }]], breaks: ['a', {}] }],
      ['hosts/0/host', firstOf({ fits: [], breaks: [{}, { host: '' }, { servers: ['b'] }] })],
      ['hosts/0/servers', firstOf(withinRow('servers', namesRow, { host: 'a' }))],
      ['hosts/0/zz', firstOf(withinRow('zz', unknownKeyRow, { host: 'a' }))],
      ['namedHostId', nonEmpty],
      ['passCriteria/minimumPassRate', withinRow('minimumPassRate', rangeRow(0, 100))],
      idempotencyKey,
    ],
  },
  'a group of runs': {
    schema: CreateEvalRunGroup,
    base: { suiteId: 'suite_1', targets: [environment] },
    fields: [
      ...launch,
      [
        'targets',
        {
          fits: [[environment], [{ namedHostId: 'host_1' }], repeatedList(10, environment)],
          breaks: [[], repeatedList(11, environment), environment, null],
        },
      ],
      ['targets/0', firstOf({ fits: [], breaks: [{}, { ...environment, namedHostId: 'host_1' }, 'env_1'] })],
      ['targets/0/environmentId', firstOf(withinRow('environmentId', nonEmpty))],
      ['targets/0/namedHostId', firstOf(withinRow('namedHostId', nonEmpty))],
      ['passCriteria', { fits: [], breaks: [{}, { minimumPassRatePercent: 50, minimumPassRate: 50 }] }],
      ...['minimumPassRatePercent', 'minimumPassRate'].map((key): [string, Row] => [
        `passCriteria/${key}`,
        withinRow(key, rangeRow(0, 100)),
      ]),
      idempotencyKey,
    ],
  },
  'a rerun': {
    schema: RerunEvalRun,
    base: { scope: 'failed_cases' },
    fields: [
      ['scope', wordsRow('failed_cases', 'excluded')],
      ['caseIds', { fits: [], breaks: [['case_1']] }],
    ],
  },
  'a waiver of a gate': {
    schema: WaiveGate,
    base: { reason: 'Known.', expiresAt: 1_800_000_000_000 },
    fields: [
      ['reason', { fits: ['a', longText(500)], breaks: ['', longText(501), null] }],
      ['expiresAt', { fits: [1_800_000_000_000], breaks: [1.5, '1800000000000', null] }],
    ],
  },
  'a request to the judge': {
    schema: RequestEvalRunJudge,
    base: {},
    fields: [
      ['force', flagRow],
      ['enable', flagRow],
      ['model', nonEmpty],
      ['threshold', rangeRow(0, 1)],
    ],
  },
  'a request for insights': { schema: RequestEvalRunInsights, base: {}, fields: [['force', flagRow]] },
});

test.each<[string, TSchema, string[]]>([
  ['the answer to a launch', EvalRunCreated, ['runId', 'suiteId', 'status', 'servers', 'environment', 'caseUpsert']],
  [
    'a run',
    EvalRun,
    ['id', 'suiteId', 'status', 'verdict', 'source', 'createdAt', 'environment', 'measurementUnit', 'summary'],
  ],
  ['the client of a run', RunClient, ['name', 'source', 'id']],
])('%s always has the fields of the specification', (_, schema, fields) =>
  expect(plainSchema(schema).required).toEqual(expect.arrayContaining(fields)),
);

test('a run may say which client and model it had, and why it is decided as it is', () => {
  expect(Object.keys(plainSchema(EvalRun).properties!)).toEqual(
    expect.arrayContaining(['client', 'launcher', 'modelSource', 'decision', 'undecided', 'insights', 'judges']),
  );
});

test.each<[string, TSchema, string[]]>([
  ['status', EvalRun, ['pending', 'running', 'grading', 'completed', 'failed', 'cancelled', 'timed_out']],
  ['verdict', EvalRun, ['passed', 'failed', 'inconclusive', 'notEstablished']],
  ['modelSource', EvalRun, ['case', 'client_default', 'override']],
  ['measurementUnit', EvalRun, ['trial', 'caseVariant']],
  ['source', RunClient, ['environment', 'attached_host', 'suite_default', 'sdk']],
])('the %s of a record is one of the words of the specification', (field, schema, fits) =>
  expect(plainSchema(schema).properties![field]!.enum).toEqual(fits),
);
