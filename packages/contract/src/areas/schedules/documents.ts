import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { closed, EpochMs, Id, nullable, open, page, pageQuery } from '../../schema.ts';
import { RunVerdict } from '../eval-runs/status.ts';

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

/** The body that switches a suite's schedule on, changes it, or switches it off. */
export type UpdateEvalSuiteSchedule = Static<typeof UpdateEvalSuiteSchedule>;
export const UpdateEvalSuiteSchedule = closed(
  {
    enabled: Type.Boolean(),
    intervalMinutes: Type.Optional(Interval),
    cron: Type.Optional(Cron),
    timeZone: Type.Optional(TimeZone),
    environmentId: Type.Optional(Id),
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
  },
  { $id: 'EvalSuiteSchedule' },
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
export const ListProjectSchedules = pageQuery('ListProjectSchedules', 50, 200);
