import type { SessionUsage } from '@assay/contract/areas/journey-runs/session-work';
import { verdictOf } from './session-verdict.ts';
import { sessionErrors, type SessionFacts } from './session.ts';
import { SIDES } from './session-usage.ts';

/**
 * Counts by name. The tally of a run is the sum of the shares of its sessions, so that a change of one session changes it
 * by the difference of two shares, and reading a run costs the same with any number of sessions.
 */
export type Tally = Record<string, number>;

/** The counts of a target are named `<its place>/…`; these of the whole run have no place. */
export const ofTarget = (targetIndex: number, name: string): string => `${targetIndex}/${name}`;
export const ofCriterion = (id: string, status: string): string => `criterion/${id}/${status}`;

/** The share of one session in the tally of its run. */
export function shareOf(session: SessionFacts): Tally {
  const { targetIndex, lifecycle, errorCode, wasStarted, grading, criteria, usage } = session;
  const { verdict } = verdictOf(session);
  const share: Tally = { [`lifecycle/${lifecycle}`]: 1 };
  const add = (name: string, amount = 1) => {
    share[name] = (share[name] ?? 0) + amount;
  };
  const here = (name: string) => add(ofTarget(targetIndex, name));
  here(`lifecycle/${lifecycle}`);
  const trial = trialOf(session);
  here(`trial/${trial}`);
  if (wasStarted) add('started');
  if (wasStarted && isBrokenOff(lifecycle)) add('interrupted');
  if (errorCode === 'RUNNER_LOST') add('unknown');
  if (trial === 'settledEarly') add('settledEarly');
  // Usage was paid for, however the session ended.
  addUsage(add, usage);
  if (lifecycle !== 'ran') return share;
  add(`verdict/${verdict}`);
  add(`grading/${grading}`);
  for (const { id, status } of criteria) add(ofCriterion(id, status));
  if (grading === 'settled' && criteria.every(({ status }) => status === 'passed' || status === 'failed'))
    add('graded');
  if (criteria.some(({ status, role }) => status === 'pending' && role === 'gating')) add('decisive');
  return share;
}

const isBrokenOff = (lifecycle: SessionFacts['lifecycle']): boolean =>
  lifecycle === 'broke' || lifecycle === 'limited' || lifecycle === 'withdrawn';

function addUsage(add: (name: string, amount?: number) => void, usage: SessionUsage | null): void {
  for (const side of SIDES) {
    const used = usage?.[side];
    if (!used) continue;
    add(`usage/${side}/inputTokens`, used.inputTokens);
    add(`usage/${side}/outputTokens`, used.outputTokens);
    if (used.costMicros === undefined) add(`usage/${side}/unpriced`);
    else add(`usage/${side}/costMicros`, used.costMicros);
  }
}

/** A session as a trial of its target: how it counts in rates. */
export type SessionTrial =
  | 'notTerminal'
  | 'passed'
  | 'failed'
  | 'evaluatorError'
  | 'ungraded'
  | 'skipped'
  | 'cancelled'
  | 'settledEarly'
  | 'timedOut'
  | 'setupFailed'
  | 'executionFailed';

/** Limits and cancellations say nothing about the target: such sessions count as not attempted. */
function trialOf(session: SessionFacts): SessionTrial {
  const { lifecycle, endReason } = session;
  switch (lifecycle) {
    case 'pending':
    case 'running':
      return 'notTerminal';
    case 'limited':
      return 'skipped';
    case 'withdrawn':
      return session.errorCode === sessionErrors.settledEarly.code ? 'settledEarly' : 'cancelled';
    case 'broke':
      return endReason === 'timedOut' || endReason === 'setupFailed' ? endReason : 'executionFailed';
    case 'ran': {
      const { verdict } = verdictOf(session);
      if (verdict === 'passed' || verdict === 'failed') return verdict;
      if (verdict === 'inconclusive') return 'evaluatorError';
      return session.grading === 'queued' || session.grading === 'running' ? 'notTerminal' : 'ungraded';
    }
  }
}

/** Adds another tally to one, in place, or takes it off; answers the sum. */
export function addTo(sum: Tally, more: Tally, sign: 1 | -1 = 1): Tally {
  for (const [name, amount] of Object.entries(more)) {
    const now = (sum[name] ?? 0) + sign * amount;
    if (now === 0) delete sum[name];
    else sum[name] = now;
  }
  return sum;
}

/** The tally after sessions changed. It is copied once: with many targets it has many more counts than a session changes. */
export function retallied(tally: Tally, changes: readonly { before: SessionFacts; after: SessionFacts }[]): Tally {
  const sum = { ...tally };
  for (const { before, after } of changes) addTo(addTo(sum, shareOf(before), -1), shareOf(after));
  return sum;
}

/** The tally of a run whose sessions all wait. */
export function newTally(targets: number, sessionsPerTarget: number): Tally {
  const tally: Tally = { 'lifecycle/pending': targets * sessionsPerTarget };
  for (let i = 0; i < targets; i++) {
    tally[ofTarget(i, 'lifecycle/pending')] = sessionsPerTarget;
    tally[ofTarget(i, 'trial/notTerminal')] = sessionsPerTarget;
  }
  return tally;
}
