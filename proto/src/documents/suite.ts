import { Type, type Static } from 'typebox';
import { closed, EpochMs, Id, nullable, oneOf, open, page, pageQuery, record } from '../schema.ts';
import { EvalAssertion } from './assertion.ts';
import { InlineCase, MatchOptions, MatchOptionsInput } from './case.ts';
import { Name } from './text.ts';

const Percent = Type.Number({ minimum: 0, maximum: 100 });
const SessionIsolation = oneOf(['iteration', 'run'], {
  description: '`iteration` (the default) opens a fresh MCP session for every trial, so trials cannot see each other\'s state; `run` shares one session per server among all trials of a run, which is faster.',
});

/** The body that authors a suite with its cases. */
export type CreateEvalSuite = Static<typeof CreateEvalSuite>;
export const CreateEvalSuite = closed({
  name: Name({ description: 'Unique within the project.' }),
  description: Type.Optional(Type.String({ maxLength: 10_000 })),
  serverIds: Type.Array(Id, { minItems: 1, maxItems: 50, description: 'The servers the suite runs against.' }),
  serverNames: Type.Optional(Type.Array(Type.String(), { description: 'Accepted and not used: names are read from the saved servers.' })),
  model: Type.Optional(Type.String({ minLength: 1, description: 'What cases run on that name no model; may be absent when no case has a prompt step without a model of its own.' })),
  provider: Type.Optional(Type.String()),
  passCriteria: Type.Optional(closed({
    minimumPassRate: Type.Optional(Type.Number({ minimum: 0, maximum: 100, description: 'Older name of `minimumAccuracy`; a percent, so values between 0 and 1 are refused.' })),
  })),
  tags: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 50 })),
  checks: Type.Optional(Type.Array(EvalAssertion, { maxItems: 200, description: 'Assertions that every case inherits unless it says otherwise.' })),
  matchOptions: Type.Optional(MatchOptionsInput),
  minimumAccuracy: Type.Optional({ ...Percent, description: 'Percent of trials that must pass; 100 when absent.' }),
  minimumIterations: Type.Optional(Type.Integer({ minimum: 1, maximum: 10, description: 'Every case is tried at least this often.' })),
  sessionIsolation: Type.Optional(SessionIsolation),
  tests: Type.Array(InlineCase, { minItems: 1, maxItems: 100 }),
}, { $id: 'CreateEvalSuite' });

/** What became of the cases of a write. */
export type CaseUpsert = Static<typeof CaseUpsert>;
export const CaseUpsert = open({
  committed: Type.Array(open({ id: Id, name: Type.String() })),
  failed: Type.Array(open({ id: Type.Optional(Id), name: Type.String(), error: Type.String() })),
}, { $id: 'EvalCaseUpsert' });

export type EvalSuiteCreated = Static<typeof EvalSuiteCreated>;
export const EvalSuiteCreated = open({
  suiteId: Id,
  name: Type.String(),
  servers: Type.Array(open({ id: Id, name: Type.String() })),
  caseUpsert: CaseUpsert,
}, { $id: 'EvalSuiteCreated' });

/** A suite as a list shows it. */
export type EvalSuite = Static<typeof EvalSuite>;
export const EvalSuite = open({
  id: Id,
  name: Type.String(),
  projectId: Id,
  createdAt: EpochMs(),
  updatedAt: EpochMs(),
  latestRun: nullable(open({
    id: Id,
    status: Type.String(),
    passRate: nullable(Type.Number({ description: 'Fraction of trials; null when the run reached no verdict.' })),
    passed: Type.Integer(),
    failed: Type.Integer(),
    createdAt: EpochMs(),
  })),
  totals: open({ passed: Type.Integer(), failed: Type.Integer(), runs: Type.Integer() }, { description: 'Trials that passed and failed, over all finished runs.' }),
  passRateTrend: Type.Array(Type.Number(), { description: 'Fractions of the latest completed runs, oldest first.' }),
}, { $id: 'EvalSuite' });

export const EvalSuitePage = page(EvalSuite, 'EvalSuitePage');
export const ListEvalSuites = pageQuery('ListEvalSuites', 200, 500);
export const GetEvalSuite = open({}, { $id: 'GetEvalSuite' });

/** What governs the runs of a suite. */
const Settings = open({
  minimumAccuracy: nullable(Percent),
  minimumIterations: nullable(Type.Integer()),
  matchOptions: nullable(MatchOptions),
  checks: Type.Array(EvalAssertion),
  sessionIsolation: SessionIsolation,
});

export type EvalSuiteDetail = Static<typeof EvalSuiteDetail>;
export const EvalSuiteDetail = open({
  id: Id,
  name: Type.String(),
  description: nullable(Type.String()),
  projectId: Id,
  revisionNumber: Type.Integer(),
  tags: Type.Array(Type.String()),
  environment: open({ servers: Type.Array(Id), computerEnvironment: Type.Null() }),
  executionConfig: nullable(open({ model: Type.String(), provider: Type.Optional(Type.String()) })),
  hosts: Type.Array(record()),
  settings: Settings,
  schedule: open({ enabled: Type.Boolean() }),
  createdAt: EpochMs(),
  updatedAt: EpochMs(),
}, { $id: 'EvalSuiteDetail' });
