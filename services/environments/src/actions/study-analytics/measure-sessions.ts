import { addSignals, deleteSessionSignals } from '@assay/findings/mining/signals';
import { counterChanges, countersOf } from '@assay/grading/measures/counters';
import { measureSession, type SessionMeasures } from '@assay/grading/measures/session-measures';
import { measureTurn, type TurnMeasures } from '@assay/grading/measures/turn-measures';
import { windowOf } from '@assay/grading/measures/week-window';
import { fragment, transaction, type Pool, type Tx } from '@assay/kit/postgres/db';
import type { VisitEnd } from '../../domain/studies/study-record.ts';
import { measuredTurnOf } from '../../domain/study-analytics/measured-turn.ts';
import {
  listDueSessions,
  listTurnFacts,
  markMeasured,
  type DueSession,
} from '../../store/study-analytics/due-sessions.ts';
import { tryMeasuringLock } from '../../store/study-analytics/measuring-lock.ts';
import {
  deleteErasedMeasures,
  listSessionMeasures,
  saveSessionMeasures,
  type StoredMeasures,
} from '../../store/study-analytics/session-measures.ts';
import { addToCounters } from '../../store/study-analytics/study-counters.ts';
import { noteWindowChanges } from '../../store/study-analytics/study-windows.ts';

const SESSIONS = fragment('chat_sessions');
/** Sessions that are measured in one transaction. */
const BATCH = 20;
/** Reasons for which the study, and not the visitor, ended a session. */
const CLOSED: Record<VisitEnd, true> = {
  unpublished: true,
  narrowed: true,
  rebound: true,
  linkRotated: true,
  memberRemoved: true,
};

type MeasuredNow = StoredMeasures & { measures: SessionMeasures; startedAt: number };

/**
 * Measures sessions that changed and takes erased ones out of the counters; false when none is due. A session is measured
 * from its stored rows, and the counters get the difference to its former share: doing it twice changes nothing. False also
 * while another replica measures.
 */
export function measureSessions(pool: Pool): Promise<boolean> {
  return transaction(pool, async (tx) => {
    if (!(await tryMeasuringLock(tx))) return false;
    const erased = await deleteErasedMeasures(tx, BATCH);
    const due = await listDueSessions(tx, BATCH);
    if (erased.length + due.length === 0) return false;
    const before = new Map(
      (
        await listSessionMeasures(
          tx,
          due.map(({ id }) => id),
        )
      ).map((each) => [each.sessionId, each]),
    );
    const turns = await turnsOf(tx, due, before);
    const measured = due.map((session) => measuredNow(session, turns.get(session.id)!));
    await saveSessionMeasures(tx, measured);
    await replaceSignals(tx, measured);
    const shares = [
      ...erased.map((each) => ({ ...each, had: each.counted, has: {} })),
      ...measured.map((each) => ({ ...each, had: before.get(each.sessionId)?.counted ?? {}, has: each.counted })),
    ];
    await addToCounters(
      tx,
      shares.flatMap(({ studyId, population, day, had, has }) =>
        counterChanges(had, has).map((change) => ({ studyId, population, day, ...change })),
      ),
    );
    await noteWindowChanges(
      tx,
      measured.filter(({ isEnded }) => isEnded).map(({ studyId, startedAt }) => ({ studyId, ...windowOf(startedAt) })),
    );
    await markMeasured(tx, due);
    return true;
  });
}

/** A session that was erased meanwhile gets no signals. */
async function replaceSignals(tx: Tx, measured: readonly MeasuredNow[]): Promise<void> {
  await deleteSessionSignals(
    tx,
    measured.map(({ sessionId }) => sessionId),
  );
  await addSignals(
    tx,
    SESSIONS,
    measured.map(({ sessionId, studyId, windowId, measures: { signals } }) => ({
      sessionId,
      seriesId: studyId,
      windowId,
      signals,
    })),
  );
}

/** The measures of all turns: a turn that was over when it was measured is not read again. */
async function turnsOf(
  tx: Tx,
  due: DueSession[],
  before: ReadonlyMap<string, Pick<StoredMeasures, 'turns'>>,
): Promise<Map<string, TurnMeasures[]>> {
  const over = new Map(due.map(({ id }) => [id, overBefore(before.get(id)?.turns ?? [])]));
  const facts = await listTurnFacts(
    tx,
    due.map(({ id }) => ({ sessionId: id, promptIndex: over.get(id)!.length })),
  );
  const added = Map.groupBy(facts, ({ sessionId }) => sessionId);
  return new Map(
    [...over].map(([id, turns]) => [
      id,
      [...turns, ...(added.get(id) ?? []).map((each) => measureTurn(measuredTurnOf(each)))],
    ]),
  );
}

function overBefore(turns: TurnMeasures[]): TurnMeasures[] {
  const open = turns.findIndex(({ status }) => status === 'underWay' || status === 'waiting');
  return open < 0 ? turns : turns.slice(0, open);
}

function measuredNow(session: DueSession, turns: TurnMeasures[]): MeasuredNow {
  const { id, studyId, createdAt, endedAt, endReason, isFirstVisit, feedback } = session;
  const end = endReason !== null && endReason in CLOSED ? 'closed' : 'left';
  const measures = measureSession({ turns, feedback, isFirstVisit, end: endedAt ? end : undefined });
  return {
    sessionId: id,
    studyId,
    // Sessions of personas belong to another service.
    population: 'real',
    day: createdAt.toISOString().slice(0, 10),
    windowId: windowOf(createdAt.getTime()).id,
    isEnded: measures.isEnded,
    turns,
    counted: countersOf(measures),
    measures,
    startedAt: createdAt.getTime(),
  };
}
