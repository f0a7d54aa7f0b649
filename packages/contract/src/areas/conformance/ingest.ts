import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { Id, nullable, open, record } from '../../schema.ts';
import { ConformanceChecks, ConformanceSuite, ScenarioStatus } from './check.ts';
import { ConformanceOutcome, reportedFields, SuiteResult } from './documents.ts';
import { DirectoryRunStatus } from '../directory-runs/documents.ts';
import { Prose } from '../../text.ts';

/** An upper bound above the number of scenarios in any suite. */
const MAX_REPORTS = 1_000;
const ExternalId = Prose(500, {
  minLength: 1,
  description:
    "The run's id at its source, unique in the project: a start or a report that is sent again finds the same run.",
});

/** The result of one scenario that ran elsewhere. */
export type IngestedScenario = Static<typeof IngestedScenario>;
export const IngestedScenario = open(
  {
    suite: Type.Optional({ ...ConformanceSuite, default: 'protocol' }),
    scenario: Prose(200, { minLength: 1 }),
    status: Type.Optional({ ...ScenarioStatus, description: 'Computed from the checks when absent.' }),
    reason: Type.Optional(Prose(2_000)),
    checks: Type.Optional(ConformanceChecks),
  },
  { $id: 'ConformanceIngestScenario' },
);

const named = {
  id: Type.Optional(Prose(500)),
  name: Type.Optional(Prose(500)),
  title: Type.Optional(Prose(500)),
};

/** A case of a suite that reports cases in groups. */
export type GroupedCase = Static<typeof GroupedCase>;
export const GroupedCase = open(
  {
    ...named,
    status: Type.Optional(
      Prose(100, {
        description:
          '`passed`, `failed`, `warning`, `skipped`, `notApplicable`, `couldNotRun` and their usual spellings; any other counts as `couldNotRun`, with the word as its reason.',
      }),
    ),
    passed: Type.Optional(Type.Boolean({ description: 'In place of `status`.' })),
    reason: Type.Optional(Prose(10_000)),
    error: Type.Optional(Type.Unknown({ description: 'A text, or an object with a `message`.' })),
    details: Type.Optional(Type.Unknown({ description: 'Kept as the details of a check are.' })),
  },
  { $id: 'ConformanceIngestCase', description: 'With an `id`, a `name` or a `title`.' },
);

/** Cases under one heading. */
export type CaseGroup = Static<typeof CaseGroup>;
export const CaseGroup = open(
  { ...named, cases: Type.Array(GroupedCase, { maxItems: MAX_REPORTS }) },
  { $id: 'ConformanceIngestGroup' },
);

const Suites = (description: string) =>
  Type.Optional(
    // Named, because generators of Java clients fail at a set of texts without a name.
    Type.Array(
      { ...ConformanceSuite, $id: 'ConformanceSuite' },
      {
        minItems: 1,
        maxItems: 4,
        uniqueItems: true,
        description,
      },
    ),
  );

const run = {
  externalRunId: Type.Optional(ExternalId),
  serverId: Type.Optional({ ...Id, description: 'The saved server that was tested.' }),
  requestedSuites: Suites(
    'The suites that are to be reported; a suite without any report counts as `couldNotRun`. `protocol`, `apps` and `tasks` when absent.',
  ),
  suites: Suites('Another name of `requestedSuites`, which wins over it.'),
  ...reportedFields,
  ci: Type.Optional(
    record({ description: 'The CI job, as the reporter describes it: at most 4000 characters of JSON.' }),
  ),
};
const results = {
  reports: Type.Optional(Type.Array(IngestedScenario, { maxItems: MAX_REPORTS })),
  files: Type.Optional(
    Type.Unsafe<Record<string, Static<typeof ConformanceChecks>>>({
      type: 'object',
      additionalProperties: ConformanceChecks,
      maxProperties: MAX_REPORTS,
      description:
        "Files of the official suite's `--output-dir`: the path of each `checks.json`, whose folder names the scenario, and its content.",
    }),
  ),
};
/** The report of one suite, in place of `reports` and `files`. */
const ofOneSuite = {
  suiteKind: Type.Optional({ ...ConformanceSuite, description: 'The suite that `report` is about; required with it.' }),
  report: Type.Optional(
    open({
      scenarios: Type.Optional(
        Type.Array(IngestedScenario, {
          maxItems: MAX_REPORTS,
          description: 'Scenarios of `suiteKind`; a `suite` of their own is ignored.',
        }),
      ),
      groups: Type.Optional(
        Type.Array(CaseGroup, {
          maxItems: MAX_REPORTS,
          description: 'Cases of `suiteKind`: each is a scenario that is called by its group and itself, `group/case`.',
        }),
      ),
    }),
  ),
  durationMs: Type.Optional(
    Type.Number({ minimum: 0, description: 'How long the suite ran. Taken for the sake of reporters; not kept.' }),
  ),
};
const ours = { runId: Type.Optional(Id), externalRunId: Type.Optional(ExternalId) };

/** The body that begins a conformance run that is made elsewhere. */
export type StartConformanceIngest = Static<typeof StartConformanceIngest>;
export const StartConformanceIngest = open(run, { $id: 'ConformanceIngestStart' });

/** A whole conformance run that was made elsewhere. */
export type ReportConformance = Static<typeof ReportConformance>;
export const ReportConformance = open(
  { ...run, ...results, ...ofOneSuite },
  { $id: 'ConformanceIngestReport', description: 'With `reports`, with `files`, with `report`, or with several.' },
);

/** Results for a conformance run that was begun. */
export type UpsertConformanceReports = Static<typeof UpsertConformanceReports>;
export const UpsertConformanceReports = open(
  { ...ours, ...results, ...ofOneSuite },
  {
    $id: 'ConformanceIngestReports',
    description: 'By `runId` or `externalRunId`, with `reports`, with `files`, with `report`, or with several.',
  },
);

/** Names a conformance run that was begun. */
export type ConformanceIngestRef = Static<typeof ConformanceIngestRef>;
export const ConformanceIngestRef = open(ours, {
  $id: 'ConformanceIngestRef',
  description: 'By `runId` or `externalRunId`.',
});

/** The status of a conformance run that is made elsewhere. */
export type IngestedConformance = Static<typeof IngestedConformance>;
export const IngestedConformance = open(
  {
    ok: Type.Literal(true),
    runId: Id,
    projectId: Id,
    externalRunId: nullable(Type.String()),
    status: DirectoryRunStatus,
    outcome: nullable(ConformanceOutcome),
    suites: Type.Array(SuiteResult),
    reused: Type.Optional(
      Type.Boolean({ description: 'An earlier request made this run. A run that is over takes no more results.' }),
    ),
    inserted: Type.Optional(Type.Integer({ description: 'Scenarios of this request that were new.' })),
    skipped: Type.Optional(Type.Integer({ description: 'Scenarios of this request that were there already.' })),
  },
  { $id: 'ConformanceIngested' },
);
