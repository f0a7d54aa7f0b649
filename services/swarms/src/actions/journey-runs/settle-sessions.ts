import type { SignalsOfSession } from '@assay/findings/mining/signal';
import { countersOf, summedCounters, type Counters } from '@assay/grading/measures/counters';
import { newId } from '@assay/kit/id';
import type { Tx } from '@assay/kit/postgres/db';
import type { WorkEnd } from '@assay/work/queue/queued-work';
import { dropWork } from '@assay/work/queue/work-queue';
import type { StoredRun } from '../../domain/journey-runs/run.ts';
import { previewOf, type SessionEnd } from '../../domain/journey-runs/session-end.ts';
import { changedFacts, statusOf, type SessionChange, type StoredSession } from '../../domain/journey-runs/session.ts';
import { plusUsage } from '../../domain/journey-runs/session-usage.ts';
import { retallied } from '../../domain/journey-runs/tally.ts';
import { measuredConversation } from '../../domain/journey-measures/measured-conversation.ts';
import { windowOfWave } from '../../domain/findings/finding.ts';
import { signalsOf } from '../../domain/findings/session-signals.ts';
import { listMeasures } from '../../store/journey-measures/run-measures.ts';
import { lockRunsOfAttempts } from '../../store/journey-runs/journey-runs.ts';
import {
  endAttempts,
  insertAttemptParts,
  insertAttempts,
  listAttempts,
  type HeldAttempt,
} from '../../store/journey-runs/session-attempts.ts';
import { insertTurns } from '../../store/journey-runs/session-turns.ts';
import { listOpenSessions, listSessionsOfAttempts, saveSessions } from '../../store/journey-runs/sessions.ts';
import { enqueueJudges } from './judge-sessions.ts';
import { concludeRuns, type CountedRun } from './conclude-runs.ts';
import { masked } from './kept-words.ts';
import { enqueueSessions } from './launch-journey-run.ts';
import { noteRunSignals, type RunSignals } from './note-run-signals.ts';
import { sessionReportOf, type SessionReport } from './session-report.ts';
import { withdrawSettled } from './withdraw-sessions.ts';

/** A session is tried at most this often. */
const MAX_TRIES = 2;

/** Writes the ends of sessions that runners report, or that no runner will report. */
export async function settleSessions(tx: Tx, ends: WorkEnd[]): Promise<void> {
  const ids = ends.map(({ id }) => id);
  const [runs, sessions] = await Promise.all([lockRunsOfAttempts(tx, ids), listSessionsOfAttempts(tx, ids)]);
  const byId = new Map(ends.map((end) => [end.id, end]));
  const settledRuns: SettledRun[] = [];
  for (const run of runs) {
    const settled: SettledSession[] = [];
    for (const session of sessions.filter(({ runId }) => runId === run.id))
      settled.push({ before: session, ...(await sessionReportOf(run.spec.rubric, byId.get(session.attemptId)!)) });
    settledRuns.push(await settleRun(tx, run, settled));
  }
  await concludeRuns(tx, await withMeasures(tx, settledRuns));
  await noteRunSignals(
    tx,
    settledRuns.filter(({ wasOpen }) => wasOpen),
  );
}

/** A run with the new counts of its sessions, which are not yet saved. */
interface SettledRun extends RunSignals {
  run: StoredRun;
  /** Whether a session was not over before. */
  wasOpen: boolean;
}

/** Adds the measures of ended conversations to the measures of their runs. */
async function withMeasures(tx: Tx, settled: readonly SettledRun[]): Promise<CountedRun[]> {
  const held = settled.filter(({ measures }) => measures.length > 0).map(({ run }) => run.id);
  const earlier = held.length > 0 ? await listMeasures(tx, held) : new Map<string, Counters>();
  return settled.map(({ run, measures }) => {
    const before = earlier.get(run.id);
    return before ? { ...run, measures: summedCounters([before, ...measures.map(countersOf)]) } : run;
  });
}

const isOpen = (lifecycle: StoredSession['lifecycle']): boolean => lifecycle === 'pending' || lifecycle === 'running';

type SettledSession = SessionReport & { before: StoredSession };

async function settleRun(tx: Tx, run: StoredRun, told: SettledSession[]): Promise<SettledRun> {
  const attempts = await listAttempts(
    tx,
    told.map(({ before }) => before.attemptId),
  );
  const reports = told.map((report) => withEarlierUsage(report, attempts.get(report.before.attemptId)!));
  await endAttempts(
    tx,
    reports.map(({ before, end: { error, usage } }) => ({ id: before.attemptId, error, usage })),
  );
  // A session that was ended while a runner held it stays as it is, but what it used was used.
  const late = reports
    .filter(({ before }) => !isOpen(before.lifecycle))
    .map(({ before, end }) => ({ before, after: { ...before, usage: plusUsage(before.usage, end.usage) } }));
  const open = reports.filter(({ before }) => isOpen(before.lifecycle));
  const isTriedAgain = ({ end, before }: SettledSession) =>
    end.isRetryable && attempts.get(before.attemptId)!.number < MAX_TRIES;
  const [again, over] = [open.filter(isTriedAgain), open.filter((report) => !isTriedAgain(report))];
  const retried = await tryAgain(tx, run, again, attempts);
  const ended = over.map(({ before, end }) => ({ before, after: endedSession(before, end) }));
  const stopped = await stopOthers(tx, run, open);
  const changes = [...late, ...retried, ...ended, ...stopped];
  await Promise.all([
    saveSessions(
      tx,
      changes.map(({ after }) => after),
    ),
    insertAttemptParts(
      tx,
      over.flatMap(({ parts }) => parts),
    ),
    insertTurns(
      tx,
      over.flatMap(({ before, turns }) => turns.map((turn) => ({ sessionId: before.id, ...turn }))),
    ),
  ]);
  const held = over.filter(({ end }) => end.lifecycle === 'ran');
  const measures = held.map(({ end }) => measuredConversation(end.turns));
  await enqueueJudges(
    tx,
    run,
    ended.map(({ after }) => after),
  );
  const counted = await withdrawSettled(tx, { ...run, tally: retallied(run.tally, changes.map(changedFacts)) });
  const signals = held.map(({ before, end }) => signalsIn(run, before, end));
  return { run: counted, signals, measures, wasOpen: open.length > 0 };
}

/** A report with the usage of earlier runners of its try, which only the ledger knows. */
const withEarlierUsage = (report: SettledSession, { earlierUsage }: HeldAttempt): SettledSession => ({
  ...report,
  end: { ...report.end, usage: plusUsage(earlierUsage, report.end.usage) },
});

const signalsIn = (run: StoredRun, { id: sessionId }: StoredSession, end: SessionEnd): SignalsOfSession => ({
  sessionId,
  ...windowOfWave(run.projectId, run.waveId),
  signals: signalsOf({ journey: { id: run.journeyId, name: run.spec.journeyName }, rubric: run.spec.rubric, ...end }),
});

/** Gives sessions whose infrastructure failed to runners once more, as work items of their own. */
async function tryAgain(
  tx: Tx,
  run: StoredRun,
  failed: readonly SettledSession[],
  attempts: ReadonlyMap<string, HeldAttempt>,
): Promise<SessionChange[]> {
  if (failed.length === 0) return [];
  const tries = failed.map(({ before, end }) => ({
    id: newId('job'),
    before,
    number: attempts.get(before.attemptId)!.number + 1,
    usage: plusUsage(before.usage, end.usage),
  }));
  await insertAttempts(
    tx,
    tries.map(({ id, before, number }) => ({ id, sessionId: before.id, number })),
  );
  await enqueueSessions(
    tx,
    run,
    tries.map(({ id, before }) => ({ attemptId: id, targetIndex: before.targetIndex })),
  );
  return tries.map(({ id, before, usage }) => ({
    before,
    after: { ...before, lifecycle: 'pending', status: 'pending', attemptId: id, turnCount: 0, usage },
  }));
}

/**
 * Ends the sessions that wait for a model which takes no more calls, as the persona or as the assistant. A runner that was
 * given one of them meanwhile hears so at its next beat. Sessions that a runner has begun meet the limit themselves.
 */
async function stopOthers(tx: Tx, run: StoredRun, over: readonly SettledSession[]): Promise<SessionChange[]> {
  const limited = over.filter(({ end }) => end.lifecycle === 'limited');
  if (limited.length === 0) return [];
  const { targets, personaModel } = run.spec;
  const assistantOf = ({ targetIndex }: StoredSession) => targets[targetIndex]!.modelId;
  const limits = new Map(limited.map(({ before, end }) => [end.limitedModel ?? assistantOf(before), end]));
  const settled = new Set(over.map(({ before }) => before.id));
  const stopped = (await listOpenSessions(tx, run.id)).flatMap((before): SessionChange[] => {
    const end = limits.get(assistantOf(before)) ?? limits.get(personaModel);
    if (!end || before.lifecycle !== 'pending' || settled.has(before.id)) return [];
    return [{ before, after: endedSession(before, limitedEnd(end)) }];
  });
  await dropWork(tx, ...stopped.map(({ before }) => before.attemptId));
  return stopped;
}

const limitedEnd = ({ error }: SessionEnd): SessionEnd => ({
  lifecycle: 'limited',
  endReason: 'limited',
  error,
  limitedModel: null,
  isRetryable: false,
  turns: [],
  usage: null,
  criteria: [],
  grading: 'notRequested',
});

/** A session after its end. */
function endedSession(session: StoredSession, end: SessionEnd): StoredSession {
  const { lifecycle, endReason, error, turns, usage, criteria, grading } = end;
  return {
    ...session,
    lifecycle,
    status: statusOf(lifecycle),
    errorCode: error?.code ?? null,
    errorMessage: error?.message ?? null,
    endReason,
    criteria,
    grading,
    usage: plusUsage(session.usage, usage),
    turnCount: turns.length,
    messageCount: turns.reduce((sum, { messages }) => sum + messages.length, 0),
    preview: masked(previewOf(turns)),
    endedAt: new Date(),
  };
}
