import type { RunEvent, RunEvents, RunProgress } from '@assay/contract/areas/eval-runs/run-events';
import { invalid } from '@assay/contract/problem';
import type { EndedIteration } from '../iterations/iteration.ts';
import type { Run } from './run.ts';
import { runRecord } from './run-record.ts';
import { isOverState, isToldState, runState, toldState } from './run-state.ts';

/** How much of a run a follower has seen: up to the `seq`th ended iteration, and a state of its record. */
export interface EventPosition {
  seq: number;
  state: number;
}

const START: EventPosition = { seq: 0, state: -1 };
/** Parses an event id. @throws VALIDATION_ERROR when it is not valid. */
export function eventPositionOf(eventId: string): EventPosition {
  if (eventId === '') return START;
  const [, seq, state] = /^(\d{1,9})\.(\d{1,9}|-1)$/.exec(eventId) ?? [];
  if (seq === undefined || state === undefined)
    throw invalid('Last-Event-ID is not the id of an event of this stream.', {
      issues: [{ path: '/lastEventId', message: 'is not the id of an event of this stream' }],
    });
  return { seq: Number(seq), state: Number(state) };
}

/** Whether the follower has seen the `end` event. */
export const isEnd = ({ state }: EventPosition): boolean => isToldState(state);

/**
 * The events of a run since `after`. `ended` holds its next iterations; fewer than `limit` mean that there are no more.
 * Undefined when there are no events.
 */
export function runEventsSince(
  run: Run,
  after: EventPosition,
  ended: EndedIteration[],
  limit: number,
): RunEvents | undefined {
  const events: RunEvent[] = ended.map((iteration) => ({
    id: `${iteration.seq}.${after.state}`,
    type: 'iteration',
    data: progressOf(iteration),
  }));
  const seq = ended.at(-1)?.seq ?? after.seq;
  const tell = (event: Pick<RunEvent, 'type' | 'data'>, state: number) =>
    events.push({ id: `${seq}.${state}`, ...event } as RunEvent);
  const record = runRecord(run);
  const state = runState(run);
  if (state !== after.state) tell({ type: 'run', data: record }, state);
  const done = isOverState(state) && ended.length < limit;
  if (done) tell({ type: 'end', data: { status: run.status, verdict: record.verdict } }, toldState(run));
  return events.length > 0 ? { events, done } : undefined;
}

const progressOf = ({
  id,
  caseId,
  title,
  iterationNumber,
  model,
  status,
  result,
  durationMs,
  grade,
  blame,
}: EndedIteration): RunProgress => ({
  id,
  testCaseId: caseId,
  title,
  iterationNumber,
  model,
  status,
  result,
  durationMs,
  failedChecks: (grade?.checks ?? []).filter((check) => check.status === 'failed' || check.status === 'error'),
  faults: grade?.faults ?? [],
  ...(blame && { failureSource: blame }),
});
