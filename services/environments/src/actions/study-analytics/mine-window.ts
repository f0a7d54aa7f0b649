import { newId } from '@assay/kit/id';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import { minedFindings } from '../../domain/study-analytics/mined-findings.ts';
import { tryMeasuringLock } from '../../store/study-analytics/measuring-lock.ts';
import { listStudySignals } from '../../store/study-analytics/session-signals.ts';
import { saveFindings } from '../../store/study-analytics/study-findings.ts';
import { claimDueWindow, listWindows, mineSignals } from '../../store/study-analytics/study-windows.ts';

/** A window that changes is mined again after this pause, in milliseconds. */
const PAUSE_MS = 60_000;
/** At most this many signals of a window are kept, the most frequent ones. */
const MAX_SIGNALS = 500;
/** At most this many windows are compared: half a year. */
export const MAX_WINDOWS = 26;

/** Mines one window that changed, and compares its findings with the findings of the others; false when none is due. */
export function mineWindow(pool: Pool, pauseMs = PAUSE_MS): Promise<boolean> {
  return transaction(pool, async (tx) => {
    if (!(await tryMeasuringLock(tx))) return false;
    const due = await claimDueWindow(tx, pauseMs);
    if (!due) return false;
    await mineSignals(tx, due, MAX_SIGNALS);
    const mined = (await listWindows(tx, due.studyId, MAX_WINDOWS)).filter(({ minedAt }) => minedAt !== null);
    const fingerprints = new Set(mined.flatMap(({ signals }) => signals.map(({ fingerprint }) => fingerprint)));
    const signals = await listStudySignals(tx, due.studyId, [...fingerprints]);
    const findings = minedFindings(signals, mined).map((each) => ({ ...each, id: newId('finding') }));
    await saveFindings(tx, due.studyId, findings);
    return true;
  });
}
