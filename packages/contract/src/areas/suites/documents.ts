import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { closed, EpochMs, Id, nullable, oneOf, open, page, pageQuery, record, someOf } from '../../schema.ts';
import { InlineCases } from '../cases/documents.ts';
import { RateInterval } from '../analysis/statistics.ts';
import {
  LaunchedBy,
  LaunchedByUserId,
  MeasurementUnit,
  RunStatus,
  RunVerdict,
  runWords,
  Undecided,
} from '../eval-runs/status.ts';
import { EvalSuiteSchedule } from '../schedules/documents.ts';
import { settingsInput, SuiteSettings, SuiteSettingsPatch } from './settings.ts';
import { Name, NameReference, Prose } from '../../text.ts';

const Description = Prose(10_000);
const Tags = Type.Array(Prose(100), { maxItems: 50 });
const ServerIds = Type.Array(Id, { minItems: 1, maxItems: 50, description: 'The servers the suite runs against.' });

/** At most this many environments, and this many clients, are attached to a suite. */
const MAX_TARGETS = 20;

const SuiteHosts = Type.Array(
  closed({
    host: Prose(200, { minLength: 1, description: 'Name or id of a client.' }),
    servers: Type.Optional(
      Type.Array(Type.String({ minLength: 1 }), {
        maxItems: 50,
        description: "Ids or names of servers of the suite: the client's runs use these alone.",
      }),
    ),
  }),
  { maxItems: MAX_TARGETS, description: 'The attached clients; the list replaces the earlier ones.' },
);

/** The body that authors a suite with its cases. */
export type CreateEvalSuite = Static<typeof CreateEvalSuite>;
export const CreateEvalSuite = closed(
  {
    name: Name({ description: 'Unique within the project.' }),
    description: Type.Optional(Description),
    serverIds: ServerIds,
    serverNames: Type.Optional(
      Type.Array(Type.String(), { description: 'Accepted and not used: names are read from the saved servers.' }),
    ),
    model: Type.Optional(
      Prose(200, {
        minLength: 1,
        description:
          'The model of cases that name none; may be absent when no case has a prompt step without a model of its own, or when environments or clients are attached, which have one.',
      }),
    ),
    provider: Type.Optional(Prose(200)),
    passCriteria: Type.Optional(
      closed({
        minimumPassRate: Type.Optional(
          Type.Number({
            minimum: 0,
            maximum: 100,
            description: 'Older name of `minimumAccuracy`; a percent, so values between 0 and 1 are refused.',
          }),
        ),
      }),
    ),
    tags: Type.Optional(Tags),
    environmentIds: Type.Optional(
      Type.Array(Id, { minItems: 1, maxItems: MAX_TARGETS, description: 'The environments to attach.' }),
    ),
    hosts: Type.Optional(SuiteHosts),
    ...settingsInput,
    settings: Type.Optional(
      closed(settingsInput, {
        description: 'The settings as replies and PATCH have them, instead of at the top level.',
      }),
    ),
    tests: Type.Optional({
      ...InlineCases,
      minItems: 0,
      description: 'All of them are written, or none: the first fault is named by its path. Cases may come later.',
    }),
  },
  { $id: 'CreateEvalSuite' },
);

const ExpectedRevision = Type.Integer({
  minimum: 0,
  description: 'The `revisionNumber` that was read; a CONFLICT when the suite was changed since.',
});

/** The body that changes a suite: absent leaves alone, null clears, a value replaces. */
export type UpdateEvalSuite = Static<typeof UpdateEvalSuite>;
export const UpdateEvalSuite = closed(
  {
    name: Type.Optional(Name({ description: 'Unique within the project.' })),
    description: Type.Optional(nullable(Description)),
    tags: Type.Optional(Tags),
    environment: Type.Optional(
      closed({
        servers: Type.Optional(
          Type.Array(NameReference(), {
            maxItems: 50,
            description:
              'Ids or names of saved servers; absent keeps them. With none, every run has to name its servers.',
          }),
        ),
        computerEnvironment: Type.Optional(
          nullable(Type.String({ minLength: 1, description: 'Name or id; null clears.' })),
        ),
      }),
    ),
    environmentIds: Type.Optional(
      nullable(
        Type.Array(Id, {
          minItems: 1,
          maxItems: MAX_TARGETS,
          description: 'Replaces the attached environments; null detaches all of them.',
        }),
      ),
    ),
    executionConfig: Type.Optional(
      closed(
        {
          model: Type.Optional(Prose(200, { minLength: 1 })),
          provider: Type.Optional(Prose(200)),
          systemPrompt: Type.Optional(Prose(100_000)),
          temperature: Type.Optional(Type.Number({ minimum: 0, maximum: 2 })),
        },
        { description: 'Merged with the existing settings; a suite that has no model yet needs one first.' },
      ),
    ),
    hosts: Type.Optional(SuiteHosts),
    settings: Type.Optional(SuiteSettingsPatch),
    expectedRevision: Type.Optional(ExpectedRevision),
    expectedRevisionNumber: Type.Optional({ ...ExpectedRevision, description: 'Another name of `expectedRevision`.' }),
  },
  { $id: 'EvalSuiteUpdateRequest' },
);

/** The outcome for each case of a write. */
export type CaseUpsert = Static<typeof CaseUpsert>;
export const CaseUpsert = open(
  {
    committed: Type.Array(open({ id: Id, name: Type.String() })),
    failed: Type.Array(open({ id: Type.Optional(Id), name: Type.String(), error: Type.String() })),
  },
  { $id: 'EvalCaseUpsert' },
);

export type EvalSuiteCreated = Static<typeof EvalSuiteCreated>;
export const EvalSuiteCreated = open(
  {
    suiteId: Id,
    name: Type.String(),
    servers: Type.Array(open({ id: Id, name: Type.String() })),
    caseUpsert: CaseUpsert,
  },
  { $id: 'EvalSuiteCreated' },
);

const PassRate = nullable(
  Type.Number({
    description: 'Fraction, as the run itself shows it; null for a run that did not complete or that counts nothing.',
  }),
);

const ArchivedAt = EpochMs('Absent unless it is archived.');

/** The finished run of a suite that started last, with its verdict as the run itself shows it. */
const LatestRun = open(
  {
    id: Id,
    runNumber: Type.Integer(),
    status: RunStatus,
    verdict: RunVerdict,
    ...runWords,
    undecided: Type.Optional(Undecided),
    measurementUnit: MeasurementUnit,
    passRate: PassRate,
    passRateInterval: nullable(RateInterval),
    minimumAccuracy: nullable(
      Type.Number({ description: 'Percent of trials that must pass; null where the run is graded per case.' }),
    ),
    total: Type.Integer(),
    passed: Type.Integer(),
    failed: Type.Integer(),
    excluded: Type.Integer({ description: 'Trials that say nothing about the server; not in `total`.' }),
    skipped: Type.Integer({ description: 'Trials that were not needed, or could not be begun; not in `total`.' }),
    flakyCases: Type.Integer({ description: 'Cases of which some trials passed and some failed, with one model.' }),
    launchedBy: LaunchedBy,
    launchedByUserId: Type.Optional(LaunchedByUserId),
    createdAt: EpochMs(),
    completedAt: EpochMs(),
  },
  { $id: 'EvalSuiteLatestRun' },
);

/** The schedule of a suite as lists of suites tell it; absent until one was set. */
const ScheduleInList = open(
  {
    enabled: Type.Boolean(),
    words: Type.String({ description: 'When it runs, in words.' }),
    rhythm: Type.String({ description: 'The same in a word or two.' }),
    nextDueAt: Type.Optional(EpochMs()),
    ticksWithoutVerdict: Type.Integer({
      description: 'Its latest ticks in a row that started no run, or one that ended without a verdict.',
    }),
  },
  { $id: 'EvalSuiteScheduleInList', description: 'Absent until a schedule was set.' },
);

/** A suite as a list shows it. */
export type EvalSuite = Static<typeof EvalSuite>;
export const EvalSuite = open(
  {
    id: Id,
    name: Type.String(),
    projectId: Id,
    createdAt: EpochMs(),
    updatedAt: EpochMs(),
    archivedAt: Type.Optional(ArchivedAt),
    tags: Type.Array(Type.String()),
    serverIds: Type.Array(Id),
    latestRun: nullable(LatestRun),
    schedule: Type.Optional(ScheduleInList),
    totals: open(
      {
        measurementUnit: Type.Literal('trial'),
        passed: Type.Integer(),
        failed: Type.Integer(),
        runs: Type.Integer(),
      },
      { description: 'Trials that passed and failed, over all finished runs.' },
    ),
    recentRuns: Type.Array(
      open({ id: Id, runNumber: Type.Integer(), verdict: RunVerdict, passRate: PassRate, createdAt: EpochMs() }),
      { description: 'The latest ten finished runs, oldest first.' },
    ),
    passRateTrend: Type.Array(Type.Number(), {
      description: 'Fractions of the latest completed runs that count in the unit of the latest run, oldest first.',
    }),
  },
  { $id: 'EvalSuite' },
);

const counts = (description: string) =>
  Type.Unsafe<Record<string, number>>({ type: 'object', additionalProperties: { type: 'integer' }, description });

/** How many suites each filter would find under the other filters. */
export type EvalSuiteCounts = Static<typeof EvalSuiteCounts>;
export const EvalSuiteCounts = open(
  {
    total: Type.Integer({ description: 'Suites that match every given filter.' }),
    verdict: counts('By the verdict of the latest run, and `none` for suites without a finished run.'),
    tag: counts('By tag; at most 100 tags.'),
    server: counts('By the id of a server; at most 100 servers.'),
    flaky: Type.Integer({ description: 'Suites with flaky cases in their latest run.' }),
    scheduled: Type.Integer({ description: 'Suites with a schedule that is on.' }),
    archived: Type.Integer({ description: 'Archived suites.' }),
  },
  { $id: 'EvalSuiteCounts' },
);

export const EvalSuitePage = open(
  {
    ...page(EvalSuite, '').properties,
    counts: Type.Optional({ ...EvalSuiteCounts, description: 'With the first page only.' }),
  },
  { $id: 'EvalSuitePage' },
);

/** The filters of a project's suites; a suite must match every given filter. */
export type ListEvalSuites = Static<typeof ListEvalSuites>;
export const ListEvalSuites = open(
  {
    ...pageQuery('', 200, 500).properties,
    q: Type.Optional(
      Type.String({ maxLength: 200, description: 'A part of the name, or of what a case is made of, in any case.' }),
    ),
    verdict: Type.Optional(
      someOf(
        ['passed', 'failed', 'inconclusive', 'notEstablished', 'none'],
        'Verdicts of the latest run, separated by commas: `passed`, `failed`, `inconclusive`, `notEstablished`, and `none` for suites without a finished run.',
      ),
    ),
    tag: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    serverId: Type.Optional({ ...Id, description: 'Suites that run against this server.' }),
    flaky: Type.Optional(Type.Boolean({ description: 'Whether the latest run had flaky cases.' })),
    scheduled: Type.Optional(Type.Boolean({ description: 'Whether a schedule is on.' })),
    archived: Type.Optional(
      Type.Boolean({ description: 'Lists archived suites alone; without it they are left out.' }),
    ),
    sort: Type.Optional(
      oneOf(['newest', 'name', 'verdict', 'latestRun'], {
        description:
          '`newest` when absent. `verdict`: failed first, then undecided, passed, and without a run. `latestRun`: the latest run first.',
      }),
    ),
  },
  { $id: 'ListEvalSuites' },
);
export const GetEvalSuite = open({}, { $id: 'GetEvalSuite' });

/** The writers that may change a suite: every member (`app`), or only the file that declares it (`ci`). */
export const ManagedBy = oneOf(['ci', 'app']);

export type EvalSuiteDetail = Static<typeof EvalSuiteDetail>;
export const EvalSuiteDetail = open(
  {
    id: Id,
    name: Type.String(),
    description: nullable(Type.String()),
    projectId: Id,
    declaredId: Type.Optional(Type.String({ description: 'The id under which a file declares the suite.' })),
    managedBy: ManagedBy,
    archivedAt: Type.Optional(ArchivedAt),
    revisionNumber: Type.Integer({
      description: "Counts the changes of the suite's settings; its cases have revisions of their own.",
    }),
    tags: Type.Array(Type.String()),
    environment: open({ servers: Type.Array(Id), computerEnvironment: Type.Null() }),
    environmentIds: Type.Array(Id),
    executionConfig: nullable(
      open({
        model: Type.String(),
        provider: Type.Optional(Type.String()),
        systemPrompt: Type.Optional(Type.String()),
        temperature: Type.Optional(Type.Number()),
      }),
    ),
    hosts: Type.Array(
      open({
        id: Id,
        name: Type.String({ description: 'As the client was called when it was attached.' }),
        servers: Type.Optional(Type.Array(Id)),
      }),
      { description: 'The attached clients.' },
    ),
    settings: SuiteSettings,
    schedule: EvalSuiteSchedule,
    createdAt: EpochMs(),
    updatedAt: EpochMs(),
  },
  { $id: 'EvalSuiteDetail' },
);

/** One revision of a suite's settings. */
export type EvalSuiteRevision = Static<typeof EvalSuiteRevision>;
export const EvalSuiteRevision = open(
  {
    revisionNumber: Type.Integer(),
    createdAt: EpochMs(),
    createdBy: Type.Optional(Id),
    changed: Type.Array(Type.String(), {
      description: 'JSON Pointers into `suite` of what this revision changed; empty for the first.',
    }),
    words: Type.String({
      description: 'What this revision changed, in words: `a gate added, and 1 check added`. `made`, for the first.',
    }),
    changes: Type.Array(
      open({
        pointer: Type.String({ description: 'JSON Pointer into `suite`.' }),
        words: Type.String({ description: 'What changed there, in words. Names of people may stand in it.' }),
      }),
      { description: 'Setting by setting, in the order of `changed`.' },
    ),
    suite: record({ description: "The suite's name and settings as they were." }),
  },
  { $id: 'EvalSuiteRevision' },
);
export const EvalSuiteRevisionPage = page(EvalSuiteRevision, 'EvalSuiteRevisionPage');
export const ListEvalSuiteRevisions = pageQuery('ListEvalSuiteRevisions', 50, 200);

/** The body that restores a revision. */
export const RestoreEvalSuiteRevision = closed(
  { expectedRevision: Type.Optional(ExpectedRevision) },
  { $id: 'EvalSuiteRestoreRequest' },
);

/** The body that attaches an environment; attaching it again changes nothing. */
export const AttachEvalSuiteEnvironment = closed({ environmentId: Id }, { $id: 'EvalSuiteEnvironmentAttachRequest' });
export const EvalSuiteEnvironmentAttached = open(
  { suiteId: Id, attached: Type.Boolean(), environmentIds: Type.Array(Id) },
  { $id: 'EvalSuiteEnvironmentAttached' },
);

export const EvalDeleted = open({ id: Id, deleted: Type.Literal(true) }, { $id: 'EvalDeleted' });
