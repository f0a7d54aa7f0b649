import type { EvalSuiteSchedule } from '@assay/sdk';
import type { Writing } from '../declare/operation-command.ts';

/** The interval of a schedule, or its cron expression and time zone. */
export const scheduleRule = ({ cron, timeZone, intervalMinutes }: EvalSuiteSchedule): string =>
  cron === undefined ? `every ${intervalMinutes ?? '…'} minutes` : `${cron} ${timeZone ?? 'UTC'}`;

/** When a suite runs by itself, in lines. */
export function printSchedule(schedule: EvalSuiteSchedule, { moment }: Writing): string {
  const { enabled, nextDueAt, lastDueAt, statusReason } = schedule;
  return [
    enabled ? `on, ${scheduleRule(schedule)}` : 'off',
    ...(nextDueAt === undefined ? [] : [`next  ${moment(nextDueAt)}`]),
    ...(lastDueAt === undefined ? [] : [`last  ${moment(lastDueAt)}`]),
    ...(statusReason === undefined ? [] : [statusReason]),
  ]
    .map((line) => `  ${line}\n`)
    .join('');
}
