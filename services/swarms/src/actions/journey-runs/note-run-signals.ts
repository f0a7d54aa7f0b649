import type { SignalsOfSession } from '@assay/findings/mining/signal';
import { addSignals, noteSignals } from '@assay/findings/mining/signals';
import type { SessionMeasures } from '@assay/grading/measures/session-measures';
import { fragment, type Tx } from '@assay/kit/postgres/db';
import type { StoredRun } from '../../domain/journey-runs/run.ts';
import { touchWaves } from '../../store/journey-runs/waves.ts';

const SESSIONS = fragment('sessions');

/** The signals and measures of sessions of a locked run. */
export interface RunSignals {
  run: Pick<StoredRun, 'projectId' | 'waveId'>;
  signals: SignalsOfSession[];
  /** The measures of the conversations that came to their end. */
  measures: SessionMeasures[];
}

/**
 * Writes the signals that sessions of locked runs showed, and that their waves changed. Several runs share these rows, so a
 * transaction writes them once, after everything of its runs, and in one order: two transactions never deadlock.
 */
export async function noteRunSignals(tx: Tx, shown: readonly RunSignals[]): Promise<void> {
  await addSignals(
    tx,
    SESSIONS,
    shown.flatMap(({ signals }) => signals),
  );
  await noteSignals(
    tx,
    shown.flatMap(({ run, measures }) => measures.flatMap((measured) => conversationSignals(run.projectId, measured))),
  );
  await touchWaves(
    tx,
    shown.map(({ run: { projectId, waveId } }) => ({ projectId, id: waveId })),
  );
}

/** Signals of a whole conversation, which measures count; the others are noted with the sessions that showed them. */
const conversationSignals = (seriesId: string, { signals }: SessionMeasures) =>
  signals.filter(({ subject }) => subject.id === '').map((signal) => ({ seriesId, ...signal }));
