import { Type, type Static } from 'typebox';
import { closed, EpochMs, Id, nullable, oneOf, open, page, pageQuery, record, variants } from '../schema.ts';
import { EvalAssertion, StandardCheckId } from './assertion.ts';
import { Prose } from './text.ts';

const StepId = Type.String({ minLength: 1, description: 'Unique within its case.' });

/** One thing a case does or expects. Keys that a step does not know are kept. */
export type EvalTestStep = Static<typeof EvalTestStep>;
export const EvalTestStep = variants('kind', [
  open({ id: StepId, kind: Type.Literal('prompt'), prompt: Type.String({ minLength: 1, description: 'What the user says; the model then takes a turn.' }) }),
  open({
    id: StepId,
    kind: Type.Literal('toolCall'),
    serverName: Type.String({ minLength: 1, description: 'The name of one of the suite\'s servers.' }),
    toolName: Type.String({ minLength: 1 }),
    arguments: Type.Optional(record({ description: 'At most 100000 characters of JSON; `{}` when absent.' })),
  }),
  open({ id: StepId, kind: Type.Literal('interact'), toolName: Type.String({ minLength: 1 }), action: record() }),
  open({ id: StepId, kind: Type.Literal('assert'), assertion: EvalAssertion }),
], { $id: 'EvalTestStep' });

const Unlimited = { const: 'unlimited' };
const Cap = { type: 'integer', minimum: 0 };

/** How a prompt's expected tool calls are compared with the calls the model made. */
export type MatchOptions = Static<typeof MatchOptions>;
export const MatchOptions = closed({
  toolCallOrder: oneOf(['any', 'in-order', 'exact']),
  extraToolCalls: Type.Unsafe<'unlimited' | number>({ oneOf: [Unlimited, Cap] }),
  arguments: oneOf(['ignore', 'partial', 'exact']),
}, { $id: 'EvalMatchOptions' });

/** Match options as a caller writes them: any of the fields, also under their older names. */
export type MatchOptionsInput = Static<typeof MatchOptionsInput>;
export const MatchOptionsInput = closed({
  toolCallOrder: Type.Optional(oneOf(['any', 'in-order', 'exact', 'ignore', 'superset', 'strict'], {
    description: '`any` when absent. `ignore`, `superset` and `strict` are older names of `any`, `in-order` and `exact`.',
  })),
  extraToolCalls: Type.Optional(Type.Unsafe<'unlimited' | number>({ oneOf: [Unlimited, Cap], description: '`unlimited` when absent.' })),
  arguments: Type.Optional(oneOf(['ignore', 'partial', 'exact'], { description: '`partial` when absent.' })),
  maxExtraToolCalls: Type.Optional(Type.Unsafe<number | null>({ oneOf: [{ type: 'null' }, Cap], description: 'Older name of `extraToolCalls`; null is unlimited.' })),
  argumentMatching: Type.Optional(oneOf(['ignore', 'partial', 'exact'], { description: 'Older name of `arguments`.' })),
}, { $id: 'EvalMatchOptionsInput' });

/** The assertions of a case beside its steps, and how they combine with the suite's. */
export type CaseChecks = Static<typeof CaseChecks>;
export const CaseChecks = closed({
  mode: oneOf(['inherit', 'replace', 'extend'], { description: '`inherit`: the suite\'s checks; `replace`: this list; `extend`: the suite\'s, then this list.' }),
  list: Type.Array(EvalAssertion, { maxItems: 200 }),
}, { $id: 'EvalCaseChecks' });

const SuppressedChecks = Type.Array(StandardCheckId, { maxItems: 64, description: 'Standard checks of the suite that this case switches off.' });
const Models = Type.Array(open({ model: Type.String({ minLength: 1 }), provider: Type.Optional(Type.String()) }), {
  description: 'Empty when the case takes the suite\'s model, or needs none.',
});
const Trials = Type.Integer({ minimum: 1, maximum: 10 });

/** A case as the body of a suite's creation, or of a run with inline tests, writes it. */
export type InlineCase = Static<typeof InlineCase>;
export const InlineCase = open({
  title: Prose(500, { minLength: 1 }),
  steps: Type.Array(EvalTestStep, { minItems: 1, maxItems: 200 }),
  runs: Type.Optional(Trials),
  model: Type.Optional(Type.String({ description: 'The suite\'s model when absent or empty; a case without a prompt step needs none.' })),
  provider: Type.Optional(Type.String()),
  expectedOutput: Type.Optional(Type.String({ maxLength: 10_000 })),
  isNegativeTest: Type.Optional(Type.Boolean({ description: 'The case passes when no tool is called.' })),
  scenario: Type.Optional(Type.String({ maxLength: 10_000 })),
  matchOptions: Type.Optional(MatchOptionsInput),
  checks: Type.Optional(CaseChecks),
  suppressedSuiteStandardCheckIds: Type.Optional(SuppressedChecks),
  advancedConfig: Type.Optional(open({
    failOnToolError: Type.Optional(Type.Boolean({ description: 'Whether a tool error fails the trial; true when absent.' })),
  })),
}, { $id: 'EvalInlineCase' });

const stored = {
  id: Id,
  title: Type.String(),
  steps: Type.Array(EvalTestStep, { minItems: 1 }),
  expectedOutput: Type.Optional(Type.String()),
  isNegative: Type.Boolean(),
  models: Models,
  matchOptions: Type.Optional(MatchOptions),
  checks: Type.Optional(CaseChecks),
  suppressedSuiteStandardCheckIds: Type.Optional(SuppressedChecks),
};

/** A case as it is stored and read. */
export type EvalCase = Static<typeof EvalCase>;
export const EvalCase = open({
  ...stored,
  iterations: Type.Integer({ minimum: 1, maximum: 10, description: 'Trials per run, unless the suite\'s `minimumIterations` is more.' }),
  scenario: Type.Optional(Type.String()),
  advancedConfig: Type.Optional(record()),
  createdAt: Type.Optional(nullable(EpochMs())),
  updatedAt: Type.Optional(nullable(EpochMs())),
}, { $id: 'EvalCase' });

export const EvalCasePage = page(EvalCase, 'EvalCasePage');
export const ListEvalCases = pageQuery('ListEvalCases', 500, 1000);
export const GetEvalCase = open({}, { $id: 'GetEvalCase' });

/** A case as a run freezes it, a runner executes it and grading reads it. */
export type FrozenCase = Static<typeof FrozenCase>;
export const FrozenCase = open({
  ...stored,
  iterations: Type.Integer({ minimum: 1, description: 'How often the case is tried in this run.' }),
  failOnToolError: Type.Boolean(),
}, { $id: 'FrozenCase' });
