import type { SessionMeasures } from '@assay/grading/measures/session-measures';
import type { Tx } from '@assay/kit/postgres/db';
import type { StoredRun } from '../../domain/journey-runs/run.ts';
import { addSignals, type SignalsOfSession } from '../../store/findings/swarm-findings.ts';
import { addConversationSignals } from '../../store/journey-measures/run-measures.ts';
import { touchWaves } from '../../store/journey-runs/waves.ts';

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
    shown.flatMap(({ signals }) => signals),
  );
  await addConversationSignals(
    tx,
    shown.flatMap(({ run: { projectId }, measures }) =>
      measures.flatMap(({ signals }) => signals.map((signal) => ({ projectId, ...signal }))),
    ),
  );
  await touchWaves(
    tx,
    shown.map(({ run: { projectId, waveId } }) => ({ projectId, id: waveId })),
  );
}
