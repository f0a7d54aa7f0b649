import type { EvalSuiteSchedule } from '@assay/sdk';
import type { Writing } from '../declare/operation-command.ts';

/** When a suite runs by itself, in lines. */
export function printSchedule(schedule: EvalSuiteSchedule, { moment }: Writing): string {
  const { enabled, cron, timeZone, intervalMinutes, nextDueAt, lastDueAt, statusReason } = schedule;
  const rule = cron === undefined ? `every ${intervalMinutes ?? '…'} minutes` : `${cron} ${timeZone ?? 'UTC'}`;
  return [
    enabled ? `on, ${rule}` : 'off',
    ...(nextDueAt === undefined ? [] : [`next  ${moment(nextDueAt)}`]),
    ...(lastDueAt === undefined ? [] : [`last  ${moment(lastDueAt)}`]),
    ...(statusReason === undefined ? [] : [statusReason]),
  ]
    .map((line) => `  ${line}\n`)
    .join('');
}
