import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { closed, Id, nullable, oneOf, open } from '../../schema.ts';
import { MatchOptionsInput } from '../cases/match-options.ts';
import { GatePolicy } from '../gates/documents.ts';
import { NamedBaseline } from '../gates/named-baseline.ts';
import { EarlyStoppingInput, ImportApproval, NamedHost, RequireAllCases, RunBudget } from '../eval-runs/launch.ts';
import { EvalRunCreated } from '../eval-runs/documents.ts';
import { IdempotencyKey } from '../../idempotency-key.ts';
import { ModelApiKeys } from '../model-providers/keys.ts';
import { RunStatus } from '../eval-runs/status.ts';
import { MaxSteps, ToolApproval } from '../eval-runs/execution.ts';
import { Name, Prose } from '../../text.ts';

const Arm = closed(
  {
    name: { ...Name({ maxLength: 80 }), description: 'Unique in the group.' },
    serverIds: Type.Optional(
      Type.Array(Id, {
        maxItems: 50,
        description:
          "Instead of the suite's saved selection. Empty for no server at all: the model works without tools, so cases may hold nothing but prompts and assertions.",
      }),
    ),
    model: Type.Optional(
      Prose(200, { minLength: 1, description: 'Replaces the model of every case which has a prompt.' }),
    ),
  },
  { $id: 'EvalRunArm' },
);

/** One target that the suite runs against. */
export type RunGroupTarget = Static<typeof RunGroupTarget>;
export const RunGroupTarget = closed(
  {
    environmentId: Type.Optional(Id),
    namedHostId: Type.Optional(NamedHost),
    arm: Type.Optional(Arm),
  },
  {
    $id: 'EvalRunGroupTarget',
    minProperties: 1,
    maxProperties: 1,
    description: 'An environment, a client, or an arm of our own: no server, other servers, another model.',
  },
);

/** The body that launches one run of a suite for each target. */
export type CreateEvalRunGroup = Static<typeof CreateEvalRunGroup>;
export const CreateEvalRunGroup = closed(
  {
    suiteId: Id,
    targets: Type.Array(RunGroupTarget, {
      minItems: 1,
      maxItems: 10,
      description: 'All of one kind. Equal targets count once.',
    }),
    iterationOverride: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 10, description: "Trials of every case; overrides the suite's setting." }),
    ),
    caseIds: Type.Optional(Type.Array(Id, { minItems: 1, description: 'Runs only these cases of the suite.' })),
    matchOptionsOverride: Type.Optional(MatchOptionsInput),
    skillsOverride: Type.Optional(oneOf(['exclude'])),
    notes: Type.Optional(Prose(500)),
    importApprovals: Type.Optional(Type.Array(ImportApproval, { minItems: 1, maxItems: 10_000 })),
    requireAllCases: Type.Optional(RequireAllCases),
    passCriteria: Type.Optional(
      closed(
        {
          minimumPassRatePercent: Type.Optional(
            Type.Number({ minimum: 0, maximum: 100, description: 'Percent of trials that must pass.' }),
          ),
          minimumPassRate: Type.Optional(
            Type.Number({
              minimum: 0,
              maximum: 100,
              deprecated: true,
              description: 'Older name of `minimumPassRatePercent`, a percent as well.',
            }),
          ),
        },
        { minProperties: 1, maxProperties: 1, description: 'Not for a suite that grades per case.' },
      ),
    ),
    ephemeralEnvironment: Type.Optional(
      Type.Boolean({
        description: 'Targets may be ad-hoc environments (`environments/ensure-adhoc`), which no suite is attached to.',
      }),
    ),
    modelApiKeys: Type.Optional(ModelApiKeys),
    budget: Type.Optional(RunBudget),
    earlyStopping: Type.Optional(EarlyStoppingInput),
    toolApproval: Type.Optional(ToolApproval),
    maxSteps: Type.Optional(MaxSteps),
    gate: Type.Optional(GatePolicy),
    baseline: Type.Optional(NamedBaseline),
    idempotencyKey: Type.Optional(IdempotencyKey),
  },
  { $id: 'EvalRunGroupCreateRequest', description: '`budget` is what each of the runs may spend.' },
);

const { runId, status, servers, environment, caseUpsert } = EvalRunCreated.properties;

export type EvalRunGroupCreated = Static<typeof EvalRunGroupCreated>;
export const EvalRunGroupCreated = open(
  {
    runGroupId: Id,
    suiteId: Id,
    outcome: oneOf(['started', 'partial', 'failed']),
    startedCount: Type.Integer(),
    failedCount: Type.Integer(),
    targets: Type.Array(
      open({
        target: open({
          environmentId: Type.Optional(Id),
          namedHostId: Type.Optional(NamedHost),
          arm: Type.Optional(open(Arm.properties)),
          name: Type.Optional(Type.String()),
        }),
        status: oneOf(['started', 'failed']),
        runId: Type.Optional(Id),
        runStatus: Type.Optional(RunStatus),
        deduped: Type.Optional(Type.Boolean()),
        servers: Type.Optional(servers),
        environment: Type.Optional(environment),
        caseUpsert: Type.Optional(caseUpsert),
        error: Type.Optional(
          open({ code: Type.String(), message: Type.String() }, { description: 'Why no run was started.' }),
        ),
      }),
    ),
    runId: Type.Optional({
      ...runId,
      deprecated: true,
      description: 'Of the first target that was started, as what follows.',
    }),
    status: Type.Optional({ ...status, deprecated: true }),
    servers: Type.Optional({ ...servers, deprecated: true }),
    environment: Type.Optional({ ...nullable(open({ id: Id })), deprecated: true }),
    caseUpsert: Type.Optional(caseUpsert),
  },
  { $id: 'EvalRunGroupCreated' },
);
