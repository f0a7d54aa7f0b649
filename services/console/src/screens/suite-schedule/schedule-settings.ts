import type { SuiteRead } from '../suite/suite-tab.ts';

/** The settings of a schedule as its form has them. */
export interface ScheduleSettings {
  kind: 'cron' | 'interval' | 'off';
  cron: string;
  timeZone: string;
  minutes: number;
  environmentId: string | undefined;
}

const NIGHTLY = '0 3 * * *';
const HOURLY = 60;

/** The settings of a suite's schedule; a setting that was never set has the value that most suites need. */
export function settingsOf({ schedule, environmentIds }: SuiteRead): ScheduleSettings {
  const { enabled, cron, timeZone, intervalMinutes, environmentId } = schedule;
  return {
    kind: !enabled ? 'off' : cron === undefined ? 'interval' : 'cron',
    cron: cron ?? NIGHTLY,
    timeZone: timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    minutes: intervalMinutes ?? HOURLY,
    environmentId: environmentId ?? (environmentIds.length === 1 ? environmentIds[0] : undefined),
  };
}

/** How many settings differ. */
export function changedSettings(saved: ScheduleSettings, typed: ScheduleSettings): number {
  const relevant: (keyof ScheduleSettings)[] =
    typed.kind === 'off'
      ? ['kind']
      : [
          'kind',
          'environmentId',
          ...(typed.kind === 'cron' ? (['cron', 'timeZone'] as const) : (['minutes'] as const)),
        ];
  return relevant.filter((name) => saved[name] !== typed[name]).length;
}

/** The query of a preview; undefined while the schedule is off. */
export function timingQuery({ kind, cron, timeZone, minutes }: ScheduleSettings) {
  if (kind === 'off') return undefined;
  return kind === 'cron' ? { cron, timeZone } : { intervalMinutes: minutes };
}
