import type { ReactNode } from 'react';
import { Foreign } from '../../components/foreign/foreign.tsx';
import type { MarkKind } from '../../components/mark/mark.tsx';
import { Verdict } from '../../components/verdict/verdict.tsx';
import { useOperation, type ItemOf } from '../../data/operations.ts';
import { writeCount, writeCountOf } from '../../lib/format/numbers.ts';
import { writeTime } from '../../lib/format/times.ts';
import type { SuiteRead } from '../suite/suite-tab.ts';

type Tick = ItemOf<'listProjectSchedules'>['ticks'][number];
const SHOWN = 14;

/** Whether a schedule will run, and what its last ticks did. */
export function ScheduleVerdict({
  suite,
  ticks,
  actions,
}: {
  suite: SuiteRead;
  ticks: readonly Tick[];
  actions: ReactNode;
}) {
  const { projectId, schedule } = suite;
  const environments = useOperation('listEnvironments', { projectId }, { limit: 200 });
  const environment = environments.data?.items.find(({ id }) => id === schedule.environmentId)?.name ?? undefined;
  const last = ticks.slice(-SHOWN);
  return (
    <Verdict
      {...sentenceOf(suite, last)}
      why={
        <>
          {schedule.enabled && schedule.nextDueAt !== undefined && <>Next at {writeTime(schedule.nextDueAt)}</>}
          {schedule.enabled && environment !== undefined && (
            <>
              , in the environment{' '}
              <b>
                <Foreign text={environment} />
              </b>
            </>
          )}
          {schedule.enabled && '. '}
          {schedule.statusReason !== undefined && <Foreign text={schedule.statusReason} />}
          {!schedule.enabled &&
            schedule.words === undefined &&
            'A schedule launches it at an interval or by a cron expression.'}
        </>
      }
      actions={actions}
    />
  );
}

function sentenceOf({ schedule }: SuiteRead, last: readonly Tick[]): { kind: MarkKind; word: string; rest?: string } {
  if (schedule.words === undefined)
    return { kind: 'note', word: 'It never runs by itself.', rest: 'No schedule was set.' };
  if (!schedule.enabled) return { kind: 'note', word: 'It is paused.', rest: `Before, it ran ${schedule.words}.` };
  const word = `It runs ${schedule.rhythm === 'by cron' ? schedule.words : everyWords(schedule.rhythm!)}.`;
  if (last.length === 0) return { kind: 'note', word, rest: 'No tick has come due yet.' };
  const passed = last.filter(({ verdict }) => verdict === 'passed').length;
  const missing = last.filter(({ reason }) => reason !== undefined).length;
  const open = last.filter(
    ({ verdict }) => verdict !== undefined && verdict !== 'passed' && verdict !== 'failed',
  ).length;
  const lost = missing === 0 ? 'and none is missing' : `and ${writeCount(missing)} started no run`;
  const latest = last.at(-1)!;
  const kind: MarkKind =
    latest.verdict === 'failed'
      ? 'failed'
      : latest.reason !== undefined || open > 0
        ? 'open'
        : latest.verdict
          ? 'passed'
          : 'running';
  return {
    kind,
    word,
    rest: `${writeCount(passed)} of the last ${writeCountOf(last.length, 'tick')} passed, ${lost}.`,
  };
}

const WORDS: Record<string, string> = { daily: 'every night', weekdays: 'on weekdays', hourly: 'every hour' };
const everyWords = (rhythm: string): string =>
  WORDS[rhythm] ?? (rhythm.endsWith('days') && !rhythm.startsWith('every') ? `on ${rhythm}` : rhythm);
