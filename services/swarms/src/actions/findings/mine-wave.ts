import { newId } from '@assay/kit/id';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import { minedFindings } from '../../domain/findings/finding.ts';
import { MAX_WAVES } from '../../domain/findings/finding-history.ts';
import {
  claimDueWave,
  listKnownSignals,
  listMinedWaves,
  mineWaveRow,
  saveFindings,
} from '../../store/findings/swarm-findings.ts';

/** Mines one wave that changed, and compares the waves of its project anew; false when none is due. */
export const mineWave = (pool: Pool): Promise<boolean> =>
  transaction(pool, async (tx) => {
    const due = await claimDueWave(tx);
    if (!due) return false;
    await mineWaveRow(tx, due);
    const waves = await listMinedWaves(tx, due.projectId, MAX_WAVES);
    const fingerprints = new Set(waves.flatMap(({ signals }) => signals.map(({ fingerprint }) => fingerprint)));
    const findings = minedFindings(await listKnownSignals(tx, due.projectId, [...fingerprints]), waves);
    await saveFindings(
      tx,
      due.projectId,
      findings.map((each) => ({ ...each, id: newId('finding') })),
    );
    return true;
  });
