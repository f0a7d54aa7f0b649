import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { closed, nullable, oneOf, open } from '../../schema.ts';
import { EvalAssertion } from '../cases/assertion.ts';
import { SuppressedChecks } from '../cases/documents.ts';
import { GatePolicy } from '../gates/documents.ts';
import { MatchOptions, MatchOptionsInput } from '../cases/match-options.ts';
import { answeredRole } from '../cases/role.ts';
import { Prose } from '../../text.ts';

const Fraction = Type.Number({ minimum: 0, maximum: 1 });
const Accuracy = Type.Number({
  minimum: 0,
  maximum: 100,
  description: 'Percent of trials that must pass; 100 when absent. Not together with per-case grading.',
});
const MinimumIterations = Type.Integer({
  minimum: 1,
  maximum: 100,
  description: 'Every case is tried at least this often.',
});
const Repetitions = Type.Integer({
  minimum: 1,
  maximum: 100,
  description:
    'Trials of every case without a setting of its own. With `passThreshold` it makes the suite grade per case.',
});
const PassThreshold = Type.Number({
  minimum: 0,
  maximum: 1,
  description: "Fraction of a case's trials that must pass. With `repetitions` it makes the suite grade per case.",
});
const Checks = Type.Array(EvalAssertion, {
  maxItems: 200,
  description: 'Assertions that every case inherits unless it says otherwise.',
});
export const SessionIsolation = oneOf(['iteration', 'run'], {
  description:
    "`iteration` (the default) opens a fresh MCP session for every trial, so trials cannot see each other's state; `run` shares one session per server among all trials of a run, which is faster.",
});

const validityFields = {
  minEligibleTrials: Type.Optional(
    Type.Integer({
      minimum: 1,
      description:
        'The smallest number of gradeable trials; when absent, every configured trial must have been attempted.',
    }),
  ),
  minCompletionRate: Type.Optional({ ...Fraction, description: 'Completed of attempted trials; 0.8 when absent.' }),
  maxEvaluatorErrorRate: Type.Optional({
    ...Fraction,
    description: 'Trials that could not be judged, of attempted ones; 0.1 when absent.',
  }),
};
/** The conditions under which the trials of a run that is graded per case are enough to decide it. */
export const Validity = closed(validityFields, { $id: 'EvalValidity' });

const Criterion = closed({
  id: Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' }),
  label: Prose(200, { minLength: 1 }),
  description: Type.Optional(Prose(1000)),
  required: Type.Optional(Type.Boolean()),
});
/** The criteria of the judge of goal completion. */
export const Rubric = closed({ criteria: Type.Array(Criterion, { minItems: 1, maxItems: 25 }) }, { $id: 'EvalRubric' });

/** Judge settings in a request: a given setting replaces, an absent one stays. */
export type JudgeInput = Static<typeof JudgeInput>;
export const JudgeInput = closed(
  {
    enabled: Type.Optional(
      Type.Boolean({ description: 'Allows grading by a judge; true when never set. Starts none.' }),
    ),
    model: Type.Optional(Prose(200, { minLength: 1 })),
    autoRun: Type.Optional(Type.Boolean({ description: 'Judges every run when it is over; false when never set.' })),
    threshold: Type.Optional({ ...Fraction, description: 'The score that passes; 0.7 when never set.' }),
    severity: Type.Optional(oneOf(['warn'])),
    role: Type.Optional(
      oneOf(['advisory', 'gating'], {
        description:
          "`advisory` (when never set) is only reported. `gating` decides in every trial, once people's labels have shown that it agrees with them; needs `autoRun`.",
      }),
    ),
    rubric: Type.Optional(nullable(Rubric)),
  },
  { $id: 'EvalJudgeInput' },
);

/** Judge settings in a reply, defaults filled in. */
export type Judge = Static<typeof Judge>;
export const Judge = open(
  {
    enabled: Type.Boolean(),
    model: nullable(Type.String()),
    autoRun: Type.Boolean(),
    threshold: Fraction,
    severity: Type.Optional(Type.String()),
    role: Type.Optional(answeredRole('Whether it decides in every trial.')),
    rubric: Type.Optional(Rubric),
  },
  { $id: 'EvalJudge' },
);

/** Settings of a suite as its creation writes them. */
export const settingsInput = {
  minimumAccuracy: Type.Optional(Accuracy),
  minimumIterations: Type.Optional(MinimumIterations),
  repetitions: Type.Optional(Repetitions),
  passThreshold: Type.Optional(PassThreshold),
  validity: Type.Optional(Validity),
  matchOptions: Type.Optional(MatchOptionsInput),
  checks: Type.Optional(Checks),
  suppressedSuiteStandardCheckIds: Type.Optional(SuppressedChecks),
  judge: Type.Optional(JudgeInput),
  sessionIsolation: Type.Optional(SessionIsolation),
  gate: Type.Optional(GatePolicy),
};

/** Settings of a suite as a PATCH writes them: absent leaves alone, null clears, a value replaces; objects but checks and the gate are merged. */
export type SuiteSettingsPatch = Static<typeof SuiteSettingsPatch>;
export const SuiteSettingsPatch = closed(
  {
    minimumAccuracy: Type.Optional(nullable(Accuracy)),
    minimumIterations: Type.Optional(nullable(MinimumIterations)),
    repetitions: Type.Optional(nullable(Repetitions)),
    passThreshold: Type.Optional(nullable(PassThreshold)),
    validity: Type.Optional(nullable(Validity)),
    matchOptions: Type.Optional(nullable(MatchOptionsInput)),
    checks: Type.Optional(nullable(Checks)),
    suppressedSuiteStandardCheckIds: Type.Optional(SuppressedChecks),
    judge: Type.Optional(JudgeInput),
    sessionIsolation: Type.Optional(SessionIsolation),
    gate: Type.Optional(nullable(GatePolicy)),
  },
  { $id: 'EvalSuiteSettingsPatch' },
);

/**
 * The settings that govern the runs of a suite. `repetitions` and `passThreshold` are both set where the suite grades
 * per case, and null where its accuracy decides.
 */
export type SuiteSettings = Static<typeof SuiteSettings>;
export const SuiteSettings = open(
  {
    minimumAccuracy: nullable(Type.Number()),
    minimumIterations: nullable(Type.Integer()),
    repetitions: nullable(Type.Integer()),
    passThreshold: nullable(Type.Number()),
    validity: nullable(open(validityFields)),
    matchOptions: nullable(MatchOptions),
    checks: Type.Array(EvalAssertion),
    suppressedSuiteStandardCheckIds: SuppressedChecks,
    judge: Judge,
    sessionIsolation: SessionIsolation,
    gate: nullable(GatePolicy),
  },
  { $id: 'EvalSuiteSettings' },
);
