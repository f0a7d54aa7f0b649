import type { EvalSchedulePreview } from '@assay/contract/areas/schedules/documents';
import * as schedules from '@assay/contract/areas/schedules/operations';
import * as suites from '@assay/contract/areas/suites/operations';
import { commandsOf } from '../../declare/operation-command.ts';
import { countOf } from '../../output/count-of.ts';
import { printSchedule, scheduleRule } from '../../output/print-schedule.ts';

const ofSchedule = commandsOf(schedules);

/** The expected cost of a tick, in a line. */
const tickWords = ({ trials, price, refusal }: EvalSchedulePreview['tick']): string => {
  if (refusal) return `A launch would be refused: ${refusal.message}`;
  const usd = price?.usualUsd;
  return `${countOf(trials ?? 0, 'trial')} each time, ${usd === undefined || usd === null ? 'no price' : `about $${Number(usd.toFixed(6))}`}`;
};

export const scheduleCommands = [
  ofSchedule('listProjectSchedules', {
    words: 'schedule list',
    columns: {
      SUITE: 'suiteName',
      RULE: ({ schedule }) => scheduleRule(schedule),
      NEXT: ({ schedule }, { moment }) => (schedule.nextDueAt === undefined ? 'off' : moment(schedule.nextDueAt)),
      'WITHOUT A RUN': ({ ticks }) => String(ticks.filter(({ reason }) => reason !== undefined).length),
    },
    examples: ['assay schedule list', 'assay schedule list --json'],
  }),
  commandsOf(suites)('getEvalSuite', {
    words: 'schedule show',
    summary: 'Tell when a suite runs by itself.',
    text: ({ schedule }, writing) => printSchedule(schedule, writing),
    examples: ['assay schedule show nightly', 'assay schedule show nightly --json schedule'],
  }),
  ofSchedule('previewEvalSuiteSchedule', {
    words: 'schedule preview',
    text: ({ words, clockWords, ticks, tick }, { moment }) =>
      [words, clockWords, tickWords(tick), ...ticks.map(({ at }) => moment(at))].map((line) => `  ${line}\n`).join(''),
    examples: ['assay schedule preview nightly', 'assay schedule preview nightly --cron "0 3 * * *"'],
  }),
  ofSchedule('updateEvalSuiteSchedule', {
    words: 'schedule set',
    summary: 'Run a suite by itself.',
    fixed: { enabled: true },
    text: ({ schedule }, writing) => printSchedule(schedule, writing),
    examples: [
      'assay schedule set nightly --cron "0 3 * * *" --time-zone Europe/Berlin',
      'assay schedule set smoke --interval-minutes 30 --environment staging',
    ],
    see: ['schedule off'],
  }),
  ofSchedule('updateEvalSuiteSchedule', {
    words: 'schedule off',
    summary: 'Run a suite no longer by itself.',
    fixed: { enabled: false },
    omit: ['intervalMinutes', 'cron', 'timeZone', 'environmentId', 'pauseAfterFailures'],
    done: 'suite {name} runs no longer by itself.',
    examples: ['assay schedule off nightly'],
  }),
];
