import type { Db, Tx } from '@assay/kit/postgres/db';
import type { MinedFinding, MinedWindow } from './mined-findings.ts';
import type { KnownSignal } from './signal.ts';
import { listSignals } from './signals.ts';
import { lockFindings, saveFindings } from './stored-findings.ts';

/** The parts of a mining that the service of the window has. */
export interface WindowMining<Window extends MinedWindow, Signal extends KnownSignal> {
  seriesId: string;
  /** Counts the signals of the window that changed, and notes it as mined. */
  count(tx: Tx): Promise<void>;
  /** The mined windows of the series that are compared, in their order. */
  listWindows(tx: Tx): Promise<Window[]>;
  findingsOf(signals: Signal[], windows: Window[]): MinedFinding[];
  /** The id of a finding that is new. */
  newId(): string;
}

/** Mines a window that changed, and compares the windows of its series anew, under the lock of its findings. */
export async function mineWindow<Window extends MinedWindow, Signal extends KnownSignal>(
  tx: Tx,
  { seriesId, count, listWindows, findingsOf, newId }: WindowMining<Window, Signal>,
): Promise<void> {
  await lockFindings(tx, seriesId);
  await count(tx);
  const windows = await listWindows(tx);
  const findings = findingsOf(await listSignalsOf<Signal>(tx, seriesId, windows), windows);
  await saveFindings(
    tx,
    seriesId,
    findings.map((each) => ({ ...each, id: newId() })),
  );
}

/** The signals that windows of a series showed. */
export const listSignalsOf = <Signal extends KnownSignal>(
  db: Db,
  seriesId: string,
  windows: readonly MinedWindow[],
): Promise<Signal[]> =>
  listSignals<Signal>(db, seriesId, [
    ...new Set(windows.flatMap(({ signals }) => signals.map(({ fingerprint }) => fingerprint))),
  ]);
