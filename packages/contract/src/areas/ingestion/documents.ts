import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { closed, EpochMs, Id, nullable, oneOf, open, record } from '../../schema.ts';
import { MatchOptionsInput } from '../cases/match-options.ts';
import { MeasurementUnit, RunStatus } from '../eval-runs/status.ts';
import { Prose } from '../../text.ts';
import { ARTIFACT_FORMATS, MAX_RESULTS } from './limits.ts';

const Count = Type.Integer({ minimum: 0, maximum: 2_147_483_647 });
const OwnId = (description: string) => Type.Optional(Prose(500, { minLength: 1, description }));

const IngestToolCall = open({ toolName: Prose(500, { minLength: 1 }), arguments: Type.Optional(record()) });
const ToolCalls = (maxItems: number, description: string) =>
  Type.Optional(Type.Array(IngestToolCall, { maxItems, description }));

/** One trial that ran elsewhere. */
export type IngestResult = Static<typeof IngestResult>;
export const IngestResult = open(
  {
    caseTitle: Prose(500, { minLength: 1 }),
    passed: Type.Boolean({
      description:
        'The verdict. It is accepted as reported; the comparison of the calls with the expected ones is reported beside it.',
    }),
    skipped: Type.Optional(
      Type.Boolean({
        description: 'The trial did not run: it counts neither as passed nor as failed, even if `passed` is set.',
      }),
    ),
    query: Type.Optional(Prose(100_000, { description: 'What the user said.' })),
    durationMs: Type.Optional(Type.Number({ minimum: 0, maximum: 2_147_483_647 })),
    provider: Type.Optional(Prose(200)),
    model: Type.Optional(Prose(200, { description: 'Trials of one case on several models are told apart by it.' })),
    expectedToolCalls: ToolCalls(100, 'The calls that should have been made.'),
    actualToolCalls: ToolCalls(1_000, 'The calls that were made, in their order.'),
    tokens: Type.Optional(
      open({ input: Type.Optional(Count), output: Type.Optional(Count), total: Type.Optional(Count) }),
    ),
    error: Type.Optional(Type.String({ description: 'Why it failed. Kept up to 2000 characters.' })),
    errorDetails: Type.Optional(Type.Unknown()),
    trace: Type.Optional(
      Type.Unknown({
        description:
          '`messages` and `spans` in our format become part of the trace; other content is kept beside it, as `imported`.',
      }),
    ),
    externalIterationId: OwnId(
      "The trial's id at its source: sent again, it counts once. Without one, each sending counts.",
    ),
    externalCaseId: OwnId(
      "The case's id at its source: trials with the same one belong to the same case, in all runs of the suite. Without it, `caseId` identifies the case, and else the title.",
    ),
    caseId: OwnId("The id of a case of the suite here, or of the reporter's own."),
    metadata: Type.Optional(record()),
    isNegativeTest: Type.Optional(Type.Boolean({ description: 'The case expects that no tool is called.' })),
    expectedOutput: Type.Optional(Prose(10_000)),
    advancedConfig: Type.Optional(record()),
    widgetSnapshots: Type.Optional(Type.Array(Type.Unknown())),
    matchOptions: Type.Optional(open(MatchOptionsInput.properties)),
  },
  { $id: 'EvalIngestResult' },
);

/** A file of results that was uploaded before. */
export type IngestArtifact = Static<typeof IngestArtifact>;
export const IngestArtifact = closed(
  {
    storageId: { ...Id, description: 'What the upload was answered.' },
    format: oneOf([...ARTIFACT_FORMATS], {
      description: 'JUnit XML, or the JSON that the `json` reporter of Jest or Vitest writes.',
    }),
  },
  { $id: 'EvalIngestArtifact' },
);

const results = {
  results: Type.Optional(Type.Array(IngestResult, { minItems: 1, maxItems: MAX_RESULTS })),
  artifact: Type.Optional({
    ...IngestArtifact,
    description: 'An uploaded file to read the results from, in place of `results`.',
  }),
};

const Ci = open(
  {
    provider: Type.Optional(Prose(500)),
    pipelineId: Type.Optional(Prose(500)),
    jobId: Type.Optional(Prose(500)),
    runUrl: Type.Optional(Prose(500)),
    branch: Type.Optional(Prose(500)),
    commitSha: Type.Optional(Prose(500)),
    pullRequest: Type.Optional(Prose(500)),
    targetBranch: Type.Optional(Prose(500)),
    commitMessage: Type.Optional(Prose(500)),
    commitAuthor: Type.Optional(Prose(500)),
  },
  { description: 'The CI job. Same as the `x-assay-ci` header; this field wins.' },
);

const Launcher = closed(
  {
    kind: oneOf(['cli', 'mcp', 'github_action']),
    client: Type.Optional(Prose(500)),
    version: Type.Optional(Prose(500)),
  },
  { description: 'The program that made the run.' },
);

const run = {
  suiteName: Prose(200, {
    minLength: 1,
    description:
      'The suite that the run is filed under. It is made, without cases, when the project has none of that name. Characters that no name may hold are replaced by blanks.',
  }),
  suiteDescription: Type.Optional(Prose(2_000)),
  serverNames: Type.Optional(
    Type.Array(Prose(200), {
      maxItems: 50,
      description: "The servers that were tested; names of saved ones become the run's.",
    }),
  ),
  serverReplayConfigs: Type.Optional(
    Type.Array(Type.Unknown(), { description: 'Not kept: they may hold credentials.' }),
  ),
  name: Type.Optional(Prose(200, { minLength: 1, description: 'The name of the run, with the same replacements.' })),
  notes: Type.Optional(Prose(2_000)),
  passCriteria: Type.Optional(
    open({
      minimumPassRate: Type.Optional(
        Type.Number({ minimum: 0, maximum: 100, description: 'Percent of trials that must pass; 100 when absent.' }),
      ),
    }),
  ),
  externalRunId: OwnId(
    "The run's id at its source, unique in the project: a start or a report that is sent again finds the same run.",
  ),
  framework: Type.Optional(Prose(100)),
  launcher: Type.Optional(Launcher),
  ci: Type.Optional(Ci),
  expectedIterations: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: MAX_RESULTS,
      description: 'The number of trials that the run is to have. A run that ends with fewer has no verdict.',
    }),
  ),
  tags: Type.Optional(Type.Array(Prose(100, { minLength: 1 }), { maxItems: 50 })),
  evaluationConfigHash: Type.Optional(Prose(200)),
  hostConfig: Type.Optional(
    open(
      { hostStyle: Type.Optional(Prose(200)), modelId: Type.Optional(Prose(200)) },
      { description: "Its `hostStyle` and `modelId` are shown as the run's client; the rest is not kept." },
    ),
  ),
  hostConfigHash: Type.Optional(Prose(200)),
};

/** The body that begins a run that is made elsewhere. */
export type StartIngest = Static<typeof StartIngest>;
export const StartIngest = open(run, { $id: 'EvalIngestStart' });

/** A whole run that was made elsewhere. */
export type ReportIngest = Static<typeof ReportIngest>;
export const ReportIngest = open(
  { ...run, ...results },
  { $id: 'EvalIngestReport', description: 'With `results`, or with an `artifact`.' },
);

/** Trials for a run that was begun. */
export type IngestIterations = Static<typeof IngestIterations>;
export const IngestIterations = open(
  { runId: Id, ...results },
  { $id: 'EvalIngestIterations', description: 'With `results`, or with an `artifact`.' },
);

/** The body that ends a run that was begun. */
export type FinalizeIngest = Static<typeof FinalizeIngest>;
export const FinalizeIngest = open(
  {
    runId: Type.Optional(Id),
    externalRunId: OwnId("The run's id at its source; this or `runId` is needed."),
  },
  { $id: 'EvalIngestFinalize' },
);

const Ok = Type.Literal(true);

/** The status of an ingested run. */
export type IngestedRun = Static<typeof IngestedRun>;
export const IngestedRun = open(
  {
    ok: Ok,
    suiteId: Id,
    runId: Id,
    projectId: Id,
    status: RunStatus,
    result: Type.Optional(
      nullable(
        oneOf(['passed', 'failed', 'inconclusive'], {
          description: 'Null when it ended without a verdict; absent while it is open.',
        }),
      ),
    ),
    measurementUnit: Type.Optional({ ...MeasurementUnit, description: 'The unit of `summary`.' }),
    summary: Type.Optional(
      open(
        {
          total: Type.Integer(),
          passed: Type.Integer(),
          failed: Type.Integer(),
          passRate: Type.Number(),
        },
        { description: 'Made from the stored trials.' },
      ),
    ),
    reused: Type.Optional(
      Type.Boolean({ description: 'An earlier request made this run. A run that is over takes no more results.' }),
    ),
  },
  { $id: 'EvalIngestedRun' },
);

export const IngestedIterations = open(
  {
    ok: Ok,
    inserted: Type.Integer(),
    skipped: Type.Integer({ description: 'Trials that were there already.' }),
    total: Type.Integer({ description: 'Trials of the run, these included.' }),
  },
  { $id: 'EvalIngestedIterations' },
);

export const CreateIngestUpload = open({}, { $id: 'EvalIngestUploadRequest' });
export const IngestUpload = open(
  {
    ok: Ok,
    uploadUrl: Type.String({ description: 'Takes one file of at most 10 MiB by PUT or POST, without a key.' }),
    expiresAt: EpochMs('How long the URL is good, in milliseconds since the epoch.'),
  },
  { $id: 'EvalIngestUpload' },
);

export const ArtifactBytes = Type.Unsafe<Uint8Array>({
  $id: 'EvalIngestArtifactBytes',
  type: 'string',
  format: 'binary',
  description: 'The file as it is.',
});
export const StoredArtifact = open({ storageId: Id }, { $id: 'EvalIngestStoredArtifact' });
