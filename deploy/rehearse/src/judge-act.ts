import type { Deed } from './act.ts';
import { describeAnswer, hasFailed, type LoadAnswer } from './load/request-load.ts';

/** The measured result of an act. */
export interface ActReport {
  act: string;
  done: string;
  requests: number;
  failed: number;
  /** Failed requests that the act's rule does not allow. */
  lost: number;
  trialsLost: number;
  slowestSeconds: number;
  /** From the first trouble to the end of the last failed request; 0 when none failed. */
  healthySeconds: number;
  /** Broken promises; empty when the act passed. */
  faults: string[];
  /** The act ended in the middle, so nothing was measured. */
  isAbandoned?: boolean;
}

/** The report of an act that threw. */
export const abandonedAct = (act: string, error: Error): ActReport => ({
  act,
  done: 'ended in the middle',
  requests: 0,
  failed: 0,
  lost: 0,
  trialsLost: 0,
  slowestSeconds: 0,
  healthySeconds: 0,
  faults: [error.message],
  isAbandoned: true,
});

/** The most lost requests that are named. */
const NAMED = 10;

/** The observations while an act was played. */
export interface Seen {
  /** At least one. */
  answers: readonly LoadAnswer[];
  trialsLost: number;
  /** Broken promises that requests do not show. */
  faults: string[];
}

/** Judges an act by its rule. */
export function judgeAct(
  act: string,
  { done, beganAt, mayFail }: Deed,
  { answers, trialsLost, faults }: Seen,
): ActReport {
  const failures = answers.filter(hasFailed);
  const early = failures.filter((answer) => endOf(answer) < beganAt);
  const lost = failures.filter((answer) => !mayFail?.(answer));
  return {
    act,
    done,
    requests: answers.length,
    failed: failures.length,
    lost: lost.length,
    trialsLost,
    slowestSeconds: seconds(Math.max(...answers.map(({ tookMs }) => tookMs))),
    healthySeconds: seconds(Math.max(0, ...failures.map((answer) => endOf(answer) - beganAt))),
    faults: [
      ...(early.length > 0
        ? [`${early.length} requests failed before the act: the machine is too busy for a rehearsal`]
        : []),
      ...lost.slice(0, NAMED).map((answer) => `lost: ${describeAnswer(answer, beganAt)}`),
      ...(trialsLost > 0 ? [`${trialsLost} trials lost`] : []),
      ...faults,
    ],
  };
}

const endOf = ({ sentAt, tookMs }: LoadAnswer): number => sentAt + tookMs;
const seconds = (ms: number): number => Math.round(ms / 100) / 10;

/** The ids of acknowledged writes of a load that may not be lost. */
export const acknowledged = (answers: readonly LoadAnswer[], { keptUntil = Infinity }: Deed): string[] =>
  answers
    .filter((answer) => answer.status === 201 && endOf(answer) < keptUntil)
    .map(({ text }) => (JSON.parse(text) as { id: string }).id);
