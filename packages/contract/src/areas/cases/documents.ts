import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { closed, EpochMs, Id, nullable, oneOf, open, page, pageQuery } from '../../schema.ts';
import { EvalAssertion, StandardCheckId } from './assertion.ts';
import { EvalCaseImportClaim, EvalCaseSource } from './origin.ts';
import { MatchOptions, MatchOptionsInput } from './match-options.ts';
import { EvalTestStep } from './step.ts';
import { Prose } from '../../text.ts';

/** The assertions of a case outside of its steps, and how they combine with the suite's. */
export type CaseChecks = Static<typeof CaseChecks>;
export const CaseChecks = closed(
  {
    mode: oneOf(['inherit', 'replace', 'extend'], {
      description: "`inherit`: the suite's checks; `replace`: this list; `extend`: the suite's, then this list.",
    }),
    list: Type.Optional(Type.Array(EvalAssertion, { maxItems: 200, description: 'None when absent.' })),
  },
  { $id: 'EvalCaseChecks' },
);

/** Suppressed standard checks. Stored sorted, each once. */
export const SuppressedChecks = Type.Array(StandardCheckId, {
  maxItems: 64,
  description:
    "Suppressed standard checks of the suite: the suite's checks of that kind about all tools, of any role and severity. Stored sorted, each once.",
});

const ModelName = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' });
export type CaseModel = Static<typeof CaseModel>;
export const CaseModel = open({ model: ModelName, provider: Type.Optional(Type.String({ maxLength: 200 })) });
const NO_MODELS = "Empty when the case takes the suite's model, or needs none.";
const Models = Type.Array(CaseModel, { maxItems: 20, description: NO_MODELS });
/** The models of cases in a request. */
export const CaseModelsInput = Type.Array(closed(CaseModel.properties), { maxItems: 20, description: NO_MODELS });

const DeclaredId = Type.String({ pattern: '^[A-Za-z0-9_-]{1,128}$' });
const Trials = Type.Integer({ minimum: 1, maximum: 10 });
/** As many as an organization may allow; a launch is refused beyond its own limit of repetitions. */
const ManyTrials = Type.Integer({ minimum: 1, maximum: 100 });
const Fraction = Type.Number({ minimum: 0, maximum: 1 });
const Title = Prose(500, { minLength: 1, pattern: '^[^\\u0000]*[^\\u0000\\s][^\\u0000]*$' });
const Steps = Type.Array(EvalTestStep, { minItems: 1, maxItems: 200 });
const LongText = Prose(10_000);
const Intent = Type.String({
  minLength: 1,
  maxLength: 64,
  pattern: '^[^\\s\\u0000](?:[^\\u0000]*[^\\s\\u0000])?$',
  description: 'A label that groups cases in analytics; without blanks at its ends.',
});
const Kind = oneOf(['capability', 'regression']);
const Judge = closed({
  enabled: Type.Optional(Type.Boolean({ description: '`false` skips the grading of goal completion.' })),
});
const AdvancedConfig = closed({
  failOnToolError: Type.Optional(
    Type.Boolean({ description: 'Whether a tool error fails the trial; true when absent.' }),
  ),
});

const FLOOR =
  "Trials per run at least; the suite's `minimumIterations` may ask for more. Not used where the suite grades per case.";
const REPETITIONS =
  'Trials per run, exactly, where the suite grades per case; refused on a suite that is decided on its accuracy.';
const THRESHOLD =
  'Fraction of trials that must pass, where the suite grades per case; refused on a suite that is decided on its accuracy.';

const written = {
  title: Title,
  steps: Steps,
  expectedOutput: Type.Optional(LongText),
  scenario: Type.Optional(LongText),
  iterations: Type.Optional({ ...Trials, description: FLOOR }),
  repetitions: Type.Optional({ ...ManyTrials, description: REPETITIONS }),
  passThreshold: Type.Optional({ ...Fraction, description: THRESHOLD }),
  isNegative: Type.Optional(Type.Boolean({ description: 'The case passes when no tool is called.' })),
  intent: Type.Optional(Intent),
  kind: Type.Optional(Kind),
  models: Type.Optional(CaseModelsInput),
  matchOptions: Type.Optional(nullable(MatchOptionsInput)),
  checks: Type.Optional(nullable(CaseChecks)),
  judge: Type.Optional(nullable(Judge)),
  import: Type.Optional(EvalCaseImportClaim),
  source: Type.Optional(EvalCaseSource),
  suppressedSuiteStandardCheckIds: Type.Optional(SuppressedChecks),
};

const { title: _title, ...untitled } = written;

/**
 * A case in the body that creates a suite, or that launches a run with inline tests. It has the fields of a case that
 * is added to a suite, some of them also under older names.
 */
export type InlineCase = Static<typeof InlineCase>;
export const InlineCase = closed(
  {
    ...written,
    runs: Type.Optional({ ...Trials, description: 'Older name of `iterations`, which wins.' }),
    model: Type.Optional(
      Prose(200, {
        description: "The only model of the case, unless it has `models`; the suite's model when absent or empty.",
      }),
    ),
    provider: Type.Optional(Prose(200)),
    isNegativeTest: Type.Optional(Type.Boolean({ description: 'Older name of `isNegative`, which wins.' })),
    advancedConfig: Type.Optional(AdvancedConfig),
  },
  { $id: 'EvalInlineCase' },
);

/** At most this many cases in one request. */
export const MAX_REQUEST_CASES = 1_000;

/** The cases of a new suite. */
export const InlineCases = Type.Array(InlineCase, {
  minItems: 1,
  maxItems: MAX_REQUEST_CASES,
  description: 'All of them are written, or none: the first fault is named by its path.',
});

/** The body that adds a case to a suite. */
export type CreateEvalCase = Static<typeof CreateEvalCase>;
export const CreateEvalCase = closed(
  {
    title: Title,
    id: Type.Optional({
      ...DeclaredId,
      description: "An id of the caller's own, unique within the suite; one is made when absent.",
    }),
    ...untitled,
    advancedConfig: Type.Optional(AdvancedConfig),
  },
  { $id: 'EvalCaseCreateRequest' },
);

/** The body that changes a case: absent leaves alone, null clears, a value replaces; match options are merged. */
export type UpdateEvalCase = Static<typeof UpdateEvalCase>;
export const UpdateEvalCase = closed(
  {
    title: Type.Optional(Title),
    steps: Type.Optional(Steps),
    expectedOutput: Type.Optional(nullable(LongText)),
    scenario: Type.Optional(nullable(LongText)),
    iterations: Type.Optional({ ...Trials, description: FLOOR }),
    repetitions: Type.Optional(nullable({ ...ManyTrials, description: REPETITIONS })),
    passThreshold: Type.Optional(nullable({ ...Fraction, description: THRESHOLD })),
    isNegative: Type.Optional(Type.Boolean()),
    intent: Type.Optional(nullable(Intent)),
    kind: Type.Optional(nullable(Kind)),
    models: Type.Optional(CaseModelsInput),
    matchOptions: Type.Optional(nullable(MatchOptionsInput)),
    checks: Type.Optional(nullable(CaseChecks)),
    judge: Type.Optional(nullable(Judge)),
    import: Type.Optional(nullable(EvalCaseImportClaim)),
    suppressedSuiteStandardCheckIds: Type.Optional(SuppressedChecks),
    advancedConfig: Type.Optional(nullable(AdvancedConfig)),
    expectedRevision: Type.Optional(
      Type.Integer({
        minimum: 1,
        description: 'The `revision` that was read; a CONFLICT when the case was changed since.',
      }),
    ),
  },
  { $id: 'EvalCaseUpdateRequest' },
);

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
  judge: Type.Optional(Judge),
  import: Type.Optional(EvalCaseImportClaim),
};

/** A case as it is stored and read. */
export type EvalCase = Static<typeof EvalCase>;
export const EvalCase = open(
  {
    ...stored,
    declaredId: Type.Optional(DeclaredId),
    revision: Type.Integer({ description: 'Counts the changes of the case.' }),
    iterations: { ...Trials, description: FLOOR },
    repetitions: Type.Optional({ ...ManyTrials, description: REPETITIONS }),
    passThreshold: Type.Optional({ ...Fraction, description: THRESHOLD }),
    scenario: Type.Optional(Type.String()),
    intent: Type.Optional(Intent),
    kind: Type.Optional(Kind),
    source: Type.Optional(EvalCaseSource),
    advancedConfig: Type.Optional(open({ failOnToolError: Type.Optional(Type.Boolean()) })),
    createdAt: Type.Optional(nullable(EpochMs())),
    updatedAt: Type.Optional(nullable(EpochMs())),
  },
  { $id: 'EvalCase' },
);

export const EvalCasePage = page(EvalCase, 'EvalCasePage');
export const ListEvalCases = pageQuery('ListEvalCases', 500, 1000);
export const GetEvalCase = open({}, { $id: 'GetEvalCase' });

/** A case as a run freezes it, a runner executes it and grading reads it. */
export type FrozenCase = Static<typeof FrozenCase>;
export const FrozenCase = open(
  {
    ...stored,
    declaredId: Type.Optional(
      Prose(500, { description: 'The id under which a file declares the case, or a reporter its own.' }),
    ),
    iterations: Type.Integer({ minimum: 1, description: 'How often the case is tried in this run.' }),
    passThreshold: Type.Optional({ ...Fraction, description: 'Present where the run is decided per case.' }),
    failOnToolError: Type.Boolean(),
  },
  { $id: 'FrozenCase' },
);
