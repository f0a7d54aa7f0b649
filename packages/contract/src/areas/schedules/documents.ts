import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { closed, EpochMs, Id, nullable, open, page, pageQuery } from '../../schema.ts';
import { RunVerdict } from '../eval-runs/status.ts';
import { launchExpectation, LaunchRefusal } from '../run-groups/launch-expectation.ts';

const Interval = Type.Integer({ minimum: 5, maximum: 10_080, description: 'Minutes between two runs.' });
const Cron = Type.String({
  minLength: 6,
  maxLength: 100,
  description:
    'Five fields (minute, hour, day of month, month, day of week), or `@hourly`, `@daily`, `@midnight`, `@weekly`, `@monthly`, `@yearly` or `@annually`. At most one run in 5 minutes.',
});
const TimeZone = Type.String({
  minLength: 1,
  maxLength: 64,
  description:
    'An IANA time zone in which `cron` is read. UTC until it is set; when absent, the one that is set stays.',
});

const PauseAfterFailures = Type.Integer({
  minimum: 1,
  maximum: 20,
  description:
    'The schedule is switched off after this many ticks in a row that started no run, or one that failed, since it was last changed.',
});

/** The body that switches a suite's schedule on, changes it, or switches it off. */
export type UpdateEvalSuiteSchedule = Static<typeof UpdateEvalSuiteSchedule>;
export const UpdateEvalSuiteSchedule = closed(
  {
    enabled: Type.Boolean(),
    intervalMinutes: Type.Optional(Interval),
    cron: Type.Optional(Cron),
    timeZone: Type.Optional(TimeZone),
    environmentId: Type.Optional(Id),
    pauseAfterFailures: Type.Optional(nullable(PauseAfterFailures)),
  },
  { $id: 'EvalSuiteScheduleRequest' },
);

/** When a suite runs by itself. A schedule that is switched off keeps its settings. */
export type EvalSuiteSchedule = Static<typeof EvalSuiteSchedule>;
export const EvalSuiteSchedule = open(
  {
    enabled: Type.Boolean(),
    intervalMinutes: Type.Optional(nullable(Interval)),
    cron: Type.Optional(Cron),
    timeZone: Type.Optional(TimeZone),
    environmentId: Type.Optional(nullable(Id)),
    pauseAfterFailures: Type.Optional(PauseAfterFailures),
    nextDueAt: Type.Optional(EpochMs('When it runs next; absent while it is off.')),
    lastDueAt: Type.Optional(EpochMs('The latest tick that came due.')),
    lastRunId: Type.Optional(Type.String({ description: 'The run that the latest successful tick started.' })),
    consecutiveFailures: Type.Optional(
      Type.Integer({
        description: 'Ticks in a row that could start no run; one that still waits for its turn is not counted.',
      }),
    ),
    statusReason: Type.Optional(
      Type.String({
        description:
          'Why the latest tick could start no run, or that it waits for its turn; why the platform switched the schedule off.',
      }),
    ),
    createdBy: Type.Optional(Id),
    words: Type.Optional(
      Type.String({ description: 'When it runs, in words: `daily at 03:00, Europe/Berlin`. Absent until it is set.' }),
    ),
    rhythm: Type.Optional(Type.String({ description: 'The same in a word or two: `daily`.' })),
  },
  { $id: 'EvalSuiteSchedule' },
);

/** The settings whose times are asked for; without them the times of the saved schedule. */
export type PreviewEvalSuiteSchedule = Static<typeof PreviewEvalSuiteSchedule>;
export const PreviewEvalSuiteSchedule = open(
  {
    intervalMinutes: Type.Optional(Interval),
    cron: Type.Optional(Cron),
    timeZone: Type.Optional(TimeZone),
    environmentId: Type.Optional({
      ...Id,
      description: 'The cost is of a launch with it; with the environment of the saved schedule when absent.',
    }),
    ticks: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, description: 'How many ticks; 5 when absent.' })),
  },
  { $id: 'PreviewEvalSuiteSchedule' },
);

/** The next times of a schedule, as saved or as it would be. */
export type EvalSchedulePreview = Static<typeof EvalSchedulePreview>;
export const EvalSchedulePreview = open(
  {
    words: Type.String({ description: 'When it runs, in words.' }),
    rhythm: Type.String({ description: 'The same in a word or two.' }),
    zoneWords: Type.String({
      description: 'The offset of its time zone now, and until when: `UTC+1 until 28 Mar 2027, then UTC+2.`',
    }),
    clockWords: Type.String({
      description: 'Whether a change of the clock in the next year skips or repeats one of its times.',
    }),
    ticks: Type.Array(
      open({
        at: EpochMs(),
        localTime: Type.String({ description: 'In the time zone of the schedule: `2026-11-30T03:00`.' }),
        utcOffset: Type.String({ description: 'Of that moment: `+01:00`.' }),
      }),
      { description: 'The next times, soonest first; of an interval counted from the last tick, or from now.' },
    ),
    ticksPerMonth: Type.Integer({ description: 'How many ticks the next 30 days have.' }),
    tick: open(
      {
        trials: Type.Optional(Type.Integer()),
        ...launchExpectation,
        refusal: Type.Optional(LaunchRefusal),
      },
      { description: 'What the run of a tick is expected to cost, if the suite stays as it is.' },
    ),
    month: open(
      {
        ticks: Type.Integer(),
        trials: nullable(Type.Integer()),
        expectedDurationMs: nullable(Type.Integer()),
        expectedTokens: nullable(Type.Integer()),
        usualUsd: nullable(Type.Number()),
      },
      { description: 'The same over the next 30 days; null where a part of it is not known.' },
    ),
  },
  { $id: 'EvalSchedulePreview' },
);

/** How long the ticks of a schedule are listed, in days. */
export const LISTED_TICK_DAYS = 14;
/** At most this many ticks of a schedule are listed, the newest ones. */
export const LISTED_TICKS = 60;

/** A time at which a schedule came due, with the run that it started or the reason why it started none. */
export type ScheduleTickRecord = Static<typeof ScheduleTickRecord>;
export const ScheduleTickRecord = open(
  {
    dueAt: EpochMs(),
    runId: Type.Optional(Type.String({ description: 'The run that it started.' })),
    verdict: Type.Optional(RunVerdict),
    reason: Type.Optional(Type.String({ description: 'Why it started no run, or that it waits for its turn.' })),
  },
  { $id: 'ScheduleTick', description: 'A tick without `runId` and `reason` has no outcome yet.' },
);

/** The schedule of a suite with its latest ticks. */
export type ProjectSchedule = Static<typeof ProjectSchedule>;
export const ProjectSchedule = open(
  {
    suiteId: Id,
    suiteName: Type.String(),
    schedule: EvalSuiteSchedule,
    ticks: Type.Array(ScheduleTickRecord, {
      description: `The ticks of the last ${LISTED_TICK_DAYS} days, oldest first; at most the newest ${LISTED_TICKS}.`,
    }),
  },
  { $id: 'ProjectSchedule' },
);
export const ProjectSchedulePage = page(ProjectSchedule, 'ProjectSchedulePage');
export const ListProjectSchedules = open(
  {
    ...pageQuery('', 50, 200).properties,
    suiteId: Type.Optional({ ...Id, description: 'The schedule of this suite alone.' }),
  },
  { $id: 'ListProjectSchedules' },
);
