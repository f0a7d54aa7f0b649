import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { EpochMs, Id, nullable, oneOf, open, page, pageQuery, someOf } from '../../schema.ts';
import { RateInterval } from '../analysis/statistics.ts';
import {
  LaunchedBy,
  LaunchedByUserId,
  MeasurementUnit,
  RunStatus,
  RunVerdict,
  Undecided,
  runWords,
} from '../eval-runs/status.ts';

const PassRate = nullable(
  Type.Number({
    description: 'Fraction, as the run itself shows it; null for a run that did not complete or that counts nothing.',
  }),
);

export const ArchivedAt = EpochMs('Absent unless it is archived.');

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
      oneOf(['newest', 'name', 'verdict', 'latestRun', 'passRate', 'flaky'], {
        description:
          '`newest` when absent. `verdict`: failed first, then undecided, passed, and without a run. `latestRun`: the latest run first. `passRate`: the lowest rate of a latest run first. `flaky`: the most flaky cases first.',
      }),
    ),
  },
  { $id: 'ListEvalSuites' },
);
