import { Type, type Static } from 'typebox';
import { closed, EpochMs, Id, nullable, oneOf, open, page, pageQuery, record } from '../schema.ts';
import { InlineCase } from './case.ts';
import { MatchOptionsInput } from './match-options.ts';
import { Name, Prose } from './text.ts';
import { EvalCheck } from './check.ts';
import { RunDecision } from './decision.ts';
import { CaseUpsert } from './suite.ts';

const IdempotencyKey = Type.String({ pattern: '^[^\\u0000]*$', description: 'Same as the Idempotency-Key header, which wins.' });

/** A person's word that an approximated case may run; it holds for one run. */
export type ImportApproval = Static<typeof ImportApproval>;
export const ImportApproval = closed({
  testCaseId: Id,
  reason: Prose(500, { minLength: 1, description: 'Kept as written: no place for secrets.' }),
}, { $id: 'EvalImportApproval' });

/** Starts a run of a saved suite, or of a new suite written in place. */
export type CreateEvalRun = Static<typeof CreateEvalRun>;
export const CreateEvalRun = closed({
  suiteId: Type.Optional(Id),
  suiteName: Type.Optional(Name({ description: 'Names the new suite that `tests` make; needed with `tests`.' })),
  suiteDescription: Type.Optional(Prose(2_000)),
  tests: Type.Optional(Type.Array(InlineCase, { minItems: 1, maxItems: 100 })),
  serverIds: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 50, description: 'Overrides the suite\'s saved selection; needed when it has none, and with `tests`.' })),
  serverNames: Type.Optional(Type.Array(Type.String(), { maxItems: 50, description: 'For people who read the request; the ids decide.' })),
  suiteRerun: Type.Optional(Type.Boolean({ description: 'What a launch with `suiteId` is anyway.' })),
  matchOptionsOverride: Type.Optional(MatchOptionsInput),
  caseIds: Type.Optional(Type.Array(Id, { minItems: 1, description: 'Runs only these cases of the suite.' })),
  model: Type.Optional(Prose(200, { minLength: 1, description: 'A hosted model (see `GET /models`) that replaces the model of every case which has a prompt.' })),
  environmentId: Type.Optional(Id),
  iterationOverride: Type.Optional(Type.Integer({ minimum: 1, maximum: 10, description: 'Trials of every case, whatever the suite says.' })),
  passCriteria: Type.Optional(closed({ minimumPassRate: Type.Optional(Type.Number({ minimum: 0, maximum: 100, description: 'Percent of trials that must pass.' })) }, { description: 'Not for a suite that grades per case.' })),
  importApprovals: Type.Optional(Type.Array(ImportApproval, { minItems: 1, maxItems: 10_000, description: 'One for each approximated case that is to run, and no other. Cases that are unsupported or unresolved cannot run.' })),
  notes: Type.Optional(Prose(500)),
  idempotencyKey: Type.Optional(IdempotencyKey),
}, { $id: 'EvalRunCreateRequest', description: 'Either `suiteId`, or `suiteName` with `tests` and `serverIds`.' });

const Named = open({ id: Id, name: Type.Optional(Type.String()) });
const RunEnvironment = nullable(open({ id: Id, name: nullable(Type.String()), revision: nullable(Type.Integer()) }));
const Result = nullable(oneOf(['passed', 'failed', 'inconclusive']));

export const RunStatus = oneOf(['pending', 'running', 'completed', 'failed', 'cancelled', 'timed_out']);

/** The answer to a launch; poll the run until its status is terminal. */
export const EvalRunCreated = open({
  runId: Id,
  suiteId: Id,
  status: RunStatus,
  deduped: Type.Optional(Type.Boolean({ description: 'An earlier request with the same idempotency key made this run.' })),
  servers: Type.Array(Named),
  environment: RunEnvironment,
  caseUpsert: CaseUpsert,
}, { $id: 'EvalRunCreated' });

export type EvalRun = Static<typeof EvalRun>;
export const EvalRun = open({
  id: Id,
  suiteId: Id,
  runNumber: Type.Integer({ description: 'Counts the suite\'s runs from 1.' }),
  status: RunStatus,
  result: Result,
  verdict: oneOf(['passed', 'failed', 'inconclusive', 'notEstablished'], { description: '`notEstablished` while there is no verdict: unfinished or stopped early.' }),
  undecided: Type.Optional(open({ reason: oneOf(['runNotTerminal', 'runStatusNotAVerdict']) })),
  verdictPolicyVersion: Type.Optional(Type.Literal(2, { description: 'The run is graded per case.' })),
  verdictPolicyIntegrityError: Type.Optional(Type.String({ description: 'The trials contradict themselves, so nothing was decided and the run is inconclusive.' })),
  decision: Type.Optional(RunDecision),
  measurementUnit: oneOf(['trial', 'caseVariant'], { description: 'What the summary counts: trials, or, where the run is graded per case, cases with each of their models.' }),
  summary: open({
    total: Type.Integer(), passed: Type.Integer(), failed: Type.Integer(),
    inconclusive: Type.Optional(Type.Integer({ description: 'Variants of a decided run that had no gradeable trial.' })),
    passRate: Type.Number({ description: 'Fraction 0..1 of all that the summary counts.' }),
  }),
  minimumAccuracy: nullable(Type.Number({ description: 'Percent of trials that must pass; null where the run is graded per case.' })),
  importApprovals: Type.Optional(Type.Array(ImportApproval, { description: 'Which approximated cases were let run, and why. Not in lists.' })),
  source: oneOf(['ui', 'api', 'sdk', 'schedule']),
  servers: Type.Array(Named),
  environment: RunEnvironment,
  notes: nullable(Type.String()),
  createdAt: EpochMs(),
  startedAt: nullable(EpochMs()),
  completedAt: nullable(EpochMs()),
}, { $id: 'EvalRun' });

export type EvalIteration = Static<typeof EvalIteration>;
export const EvalIteration = open({
  id: Id,
  testCaseId: nullable(Id),
  title: nullable(Type.String()),
  iterationNumber: Type.Integer({ description: 'Which trial of its case this is, from 1.' }),
  status: oneOf(['pending', 'running', 'completed', 'failed', 'cancelled', 'timed_out', 'setup_failed', 'skipped']),
  result: nullable(oneOf(['passed', 'failed'])),
  model: nullable(Type.String()),
  provider: nullable(Type.String()),
  startedAt: nullable(EpochMs()),
  durationMs: nullable(Type.Number()),
  tokensUsed: nullable(Type.Number()),
  actualToolCalls: Type.Array(record()),
  expectedToolCalls: Type.Array(record()),
  checks: Type.Array(EvalCheck),
  faults: Type.Array(open({
    kind: Type.String(), reason: Type.String(),
    evaluatorError: Type.Optional(Type.Literal(true, { description: 'It lies with this installation, so nothing is said about the server.' })),
  }), { description: 'Why the trial fails whatever its checks say: a tool error, a call that was not expected, a step that was not reached.' }),
  steps: Type.Array(open({ stepId: Type.String(), stepIndex: Type.Integer(), kind: Type.String(), status: oneOf(['ok', 'fail', 'skipped', 'pending']), reason: nullable(Type.String()) })),
  scores: nullable(Type.Array(open({ scorerId: Type.String(), status: Type.String() }))),
  evaluatorError: Type.Boolean({ description: 'A gating assertion could not be judged, or a step not be done here, so the result says nothing about the server.' }),
  error: nullable(Type.String()),
  errorCode: Type.Optional(Type.String()),
  tracePath: Type.String({ description: 'Append to the API\'s base URL to read the trace.' }),
}, { $id: 'EvalIteration' });

export const EvalRunPage = page(EvalRun, 'EvalRunPage');
export const EvalIterationPage = page(EvalIteration, 'EvalIterationPage');
export const ListEvalRunIterations = pageQuery('ListEvalRunIterations', 50, 200);
export const ListEvalSuiteRuns = pageQuery('ListEvalSuiteRuns', 25, 100);
