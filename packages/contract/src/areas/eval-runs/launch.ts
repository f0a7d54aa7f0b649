import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { IdempotencyKey } from '../../idempotency-key.ts';
import { closed, Id, oneOf } from '../../schema.ts';
import { Name, NameReference, Prose } from '../../text.ts';
import { InlineCases } from '../cases/documents.ts';
import { MatchOptionsInput } from '../cases/match-options.ts';
import { ModelApiKeys } from '../model-providers/keys.ts';
import { GatePolicy } from '../gates/documents.ts';
import { NamedBaseline } from '../gates/named-baseline.ts';
import { CassetteInput, MaxSteps, ToolApproval } from './execution.ts';

export const RequireAllCases = Type.Boolean({
  description:
    'Refuses the launch when a case of the suite cannot run, because its import is unsupported or unresolved. Otherwise such cases are left out, and named in `casesLeftOut`.',
});

/** A client that is attached to a suite, as a launch names it. */
export const NamedHost = NameReference({
  maxLength: 200,
  description: 'The id of an attached client, or its name without regard to case.',
});

/** A person's approval that an approximated import may run; it holds for one run. */
export type ImportApproval = Static<typeof ImportApproval>;
export const ImportApproval = closed(
  {
    testCaseId: Id,
    reason: Prose(500, { minLength: 1, description: 'Kept as written: no place for secrets.' }),
  },
  { $id: 'EvalImportApproval' },
);

/** The most that one run may spend on models. */
export type RunBudget = Static<typeof RunBudget>;
export const RunBudget = closed(
  {
    usd: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: 1_000_000,
        description: 'US dollars; needs models whose price is known.',
      }),
    ),
    tokens: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000_000 })),
  },
  {
    $id: 'EvalRunBudget',
    minProperties: 1,
    maxProperties: 1,
    description: 'A run that uses it up ends without a verdict.',
  },
);

export const EarlyStoppingInput = closed(
  {
    errorRate: Type.Optional(
      Type.Number({
        minimum: 0.001,
        maximum: 0.2,
        description:
          'How often a case, or a target, that ends early may get the wrong verdict, in either direction; 0.05 when absent.',
      }),
    ),
    margin: Type.Optional(
      Type.Number({
        minimum: 0.01,
        maximum: 0.5,
        description:
          'How far from its threshold the true pass rate of a case, or of a target, has to be for the error rate to hold; 0.15 when absent.',
      }),
    ),
  },
  {
    $id: 'EvalEarlyStoppingInput',
    description:
      "Ends a case before its last trial when its verdict is settled (Wald's sequential probability ratio test). Needs a suite that grades per case.",
  },
);

/** Starts a run of a saved suite, or of a new suite written in place. */
export type CreateEvalRun = Static<typeof CreateEvalRun>;
export const CreateEvalRun = closed(
  {
    suiteId: Type.Optional(Id),
    suiteName: Type.Optional(Name({ description: 'Names the new suite that `tests` make; needed with `tests`.' })),
    suiteDescription: Type.Optional(Prose(2_000)),
    tests: Type.Optional(InlineCases),
    serverIds: Type.Optional(
      Type.Array(Id, {
        minItems: 1,
        maxItems: 50,
        description: "Overrides the suite's saved selection; needed when it has none, and with `tests`.",
      }),
    ),
    serverNames: Type.Optional(
      Type.Array(Type.String(), { maxItems: 50, description: 'For people who read the request; the ids decide.' }),
    ),
    suiteRerun: Type.Optional(Type.Boolean({ description: 'A launch with `suiteId` does this anyway.' })),
    matchOptionsOverride: Type.Optional(MatchOptionsInput),
    caseIds: Type.Optional(Type.Array(Id, { minItems: 1, description: 'Runs only these cases of the suite.' })),
    model: Type.Optional(
      Prose(200, {
        minLength: 1,
        description:
          "Replaces the model of every case which has a prompt: a hosted one (see `GET /models`), or any that `modelApiKeys` or the organization has a key for, by `provider/name` or the provider's own name.",
      }),
    ),
    environmentId: Type.Optional(Id),
    iterationOverride: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 10, description: "Trials of every case; overrides the suite's setting." }),
    ),
    passCriteria: Type.Optional(
      closed(
        {
          minimumPassRate: Type.Optional(
            Type.Number({ minimum: 0, maximum: 100, description: 'Percent of trials that must pass.' }),
          ),
        },
        { description: 'Not for a suite that grades per case.' },
      ),
    ),
    importApprovals: Type.Optional(
      Type.Array(ImportApproval, {
        minItems: 1,
        maxItems: 10_000,
        description:
          'One for each approximated case that is to run, and no other. Cases that are unsupported or unresolved cannot run.',
      }),
    ),
    requireAllCases: Type.Optional(RequireAllCases),
    modelApiKeys: Type.Optional(ModelApiKeys),
    hosts: Type.Optional(
      Type.Array(
        closed({
          host: Prose(200, { minLength: 1, description: 'The name or id of a client.' }),
          servers: Type.Optional(Type.Array(Id, { maxItems: 50 })),
        }),
        { minItems: 1, maxItems: 20, description: 'Clients that are attached to the suite.' },
      ),
    ),
    namedHostId: Type.Optional({
      ...NamedHost,
      description:
        'Which of the attached clients this run uses, by its id, or its name without regard to case; needed when there are several.',
    }),
    skillsOverride: Type.Optional(
      oneOf(['exclude'], { description: 'Runs without the skills that the client would bring.' }),
    ),
    refreshSnapshot: Type.Optional(
      Type.Boolean({ description: 'Every launch does this anyway: the suite is frozen as it is now.' }),
    ),
    runGroupId: Type.Optional({ ...Id, description: 'Adds the run to a group of runs of the same suite.' }),
    toolApproval: Type.Optional(ToolApproval),
    maxSteps: Type.Optional(MaxSteps),
    budget: Type.Optional(RunBudget),
    earlyStopping: Type.Optional(EarlyStoppingInput),
    cassette: Type.Optional(CassetteInput),
    gate: Type.Optional(GatePolicy),
    baseline: Type.Optional(NamedBaseline),
    notes: Type.Optional(Prose(500)),
    idempotencyKey: Type.Optional(IdempotencyKey),
  },
  { $id: 'EvalRunCreateRequest', description: 'Either `suiteId`, or `suiteName` with `tests` and `serverIds`.' },
);
