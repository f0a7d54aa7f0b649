import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { Id, nullable, oneOf, open } from '../../schema.ts';
import { ValidityPolicy } from '../analysis/decision.ts';
import { EarlyStopping } from '../analysis/statistics.ts';
import { EvalAssertion } from '../cases/assertion.ts';
import { MatchOptionsInput } from '../cases/match-options.ts';
import { ClientConfig } from '../clients/config.ts';
import { BundlePlugin, BundleServer, BundleSkill } from '../environments/bundle.ts';
import { GatePolicy } from '../gates/documents.ts';
import { NamedBaseline } from '../gates/named-baseline.ts';
import { Judge, SessionIsolation } from '../suites/settings.ts';
import { CasesLeftOut } from './cases-left-out.ts';
import { CassetteInput, RunExecution } from './execution.ts';
import { ImportApproval, RunBudget } from './launch.ts';

/** A server of a run, by its name at the launch: steps refer to it by this name. */
export type RunServer = Static<typeof RunServer>;
export const RunServer = open({
  id: Id,
  name: Type.String(),
  isOptional: Type.Optional(
    Type.Literal(true, { description: 'The run goes on without it when it cannot be reached.' }),
  ),
  pluginVersionId: Type.Optional({ ...Id, description: 'The plugin that brings it; it is not a saved server.' }),
});

/** The environment of a run, as it was at the launch. */
export type RunEnvironment = Static<typeof RunEnvironment>;
export const RunEnvironment = open(
  {
    id: Id,
    name: nullable(Type.String({ description: 'Null for an environment that was made for the launch.' })),
    revision: nullable(Type.Integer()),
  },
  { $id: 'EvalRunEnvironment' },
);

/** The client configuration that a run used. */
export type RunClient = Static<typeof RunClient>;
export const RunClient = open(
  {
    id: nullable(Id),
    name: Type.String(),
    source: oneOf(['environment', 'attached_host', 'suite_default', 'sdk']),
    hostStyle: Type.Optional(Type.String()),
    modelId: Type.Optional(Type.String()),
  },
  { $id: 'EvalRunClient', description: 'The client of the run, as it was called when the run was made.' },
);

/** The program that launched a run, from the `x-assay-launcher` header. */
export type RunLauncher = Static<typeof RunLauncher>;
export const RunLauncher = open(
  {
    kind: oneOf(['cli', 'mcp', 'github_action']),
    client: Type.Optional(Type.String()),
    version: Type.Optional(Type.String()),
  },
  { $id: 'EvalRunLauncher' },
);

/** The CI job that launched a run, from the `x-assay-ci` header. */
export type RunCi = Static<typeof RunCi>;
export const RunCi = open(
  {
    provider: Type.Optional(Type.String()),
    pipelineId: Type.Optional(Type.String()),
    jobId: Type.Optional(Type.String()),
    runUrl: Type.Optional(Type.String({ description: 'The page of the build.' })),
    branch: Type.Optional(
      Type.String({ description: 'Of a pull request its own branch, as `owner:branch` where it comes from a fork.' }),
    ),
    commitSha: Type.Optional(Type.String()),
    pullRequest: Type.Optional(
      Type.String({
        description: 'The number of the pull request or merge request. Its runs are no baseline of a branch.',
      }),
    ),
    targetBranch: Type.Optional(Type.String({ description: 'The branch that the pull request is to be merged into.' })),
    commitMessage: Type.Optional(Type.String({ description: 'Its first line.' })),
    commitAuthor: Type.Optional(Type.String()),
  },
  { $id: 'EvalRunCi' },
);

/** The part of a run spec that replies show unchanged. */
export const shownSpec = {
  servers: Type.Array(RunServer),
  client: RunClient,
  modelSource: Type.Optional(
    oneOf(['case', 'client_default', 'override'], {
      description:
        '`case`: the only model of the run came from its cases; `client_default`: from the suite or the client; `override`: from the launch.',
    }),
  ),
  runGroupId: Type.Optional(Id),
  arm: Type.Optional(Type.String({ description: 'Which target of its group this is.' })),
  rerunOfRunId: Type.Optional(Id),
  rerunScope: Type.Optional(oneOf(['failed_cases', 'excluded'])),
  launcher: Type.Optional(RunLauncher),
  ciMetadata: Type.Optional(RunCi),
  baseline: Type.Optional(NamedBaseline),
  externalRunId: Type.Optional(Type.String()),
  name: Type.Optional(Type.String()),
  tags: Type.Optional(Type.Array(Type.String())),
  framework: Type.Optional(Type.String()),
  earlyStopping: Type.Optional(EarlyStopping),
  casesLeftOut: Type.Optional(CasesLeftOut),
};

/** The part of a run spec that the reply about one run shows unchanged, and lists leave out. */
export const detailedSpec = {
  clientVersion: Type.Optional(
    open(
      { configId: Type.String(), versionId: Id, versionNumber: Type.Integer({ minimum: 1 }) },
      { description: "The version of the client's settings that the run uses. Not in lists." },
    ),
  ),
  plugins: Type.Optional(
    Type.Array(BundlePlugin, { description: 'The pinned plugin versions of the environment. Not in lists.' }),
  ),
  importApprovals: Type.Optional(
    Type.Array(ImportApproval, { description: 'The approved approximated cases, and why. Not in lists.' }),
  ),
  ingestion: Type.Optional(
    open(
      {
        expectedIterations: Type.Optional(Type.Integer()),
        evaluationConfigHash: Type.Optional(Type.String()),
        hostConfigHash: Type.Optional(Type.String()),
      },
      { description: 'The report about a run that was made elsewhere. Not in lists.' },
    ),
  ),
};

/**
 * Everything about a run that never changes after its launch, except its cases. It is validated and written once, with
 * the run. Runners and grading read it as it was written. It holds no secrets.
 */
export type RunSpec = Static<typeof RunSpec>;
export const RunSpec = open(
  {
    ...shownSpec,
    ...detailedSpec,
    suiteId: Id,
    suiteName: Type.String(),
    suiteRevision: Type.Optional(Type.Integer({ description: 'Absent where the run was made elsewhere.' })),
    isPart: Type.Optional(Type.Literal(true, { description: 'The run leaves out cases of its suite.' })),
    checks: Type.Array(EvalAssertion, { description: 'Assertions that every case inherits.' }),
    sessionIsolation: SessionIsolation,
    execution: RunExecution,
    cassette: Type.Optional(CassetteInput),
    /** The launch lays these over the cases' own match options. */
    matchOptions: Type.Optional(MatchOptionsInput),
    caseGrading: Type.Optional(ValidityPolicy),
    minimumAccuracy: Type.Number({ description: 'Percent of trials that must pass, unless the run grades per case.' }),
    minimumPassRate: Type.Optional(Type.Number({ description: 'The minimum accuracy that the launch itself set.' })),
    judge: Type.Optional(Judge),
    gate: Type.Optional(GatePolicy),
    budget: Type.Optional(RunBudget),
    notes: Type.Optional(Type.String()),
    /** Absent where the run uses a selection of servers. */
    environment: Type.Optional(RunEnvironment),
    /** How to connect to the servers that plugins bring, which are not saved. */
    declaredServers: Type.Optional(Type.Array(Type.Pick(BundleServer, ['id', 'declaration']))),
    /** How the run's client connects and speaks; without it the engine's own way. Runners read it, replies leave it out. */
    clientConfig: Type.Optional(ClientConfig),
    /** The skills that reach the model's context, with their texts. */
    skills: Type.Optional(Type.Array(BundleSkill)),
    /** As the launch asked, for its reruns. */
    skillsOverride: Type.Optional(oneOf(['exclude'])),
    keyId: Type.Optional(Type.String({ description: 'The API key that launched the run, for the ledger.' })),
    userId: Type.Optional(Type.String({ description: 'The user who launched the run, or whose key did.' })),
  },
  { $id: 'RunSpec' },
);
