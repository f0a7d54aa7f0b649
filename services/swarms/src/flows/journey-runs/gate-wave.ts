import type { GateWave, WaveGateReport } from '@assay/contract/areas/journey-runs/wave-gate';
import { refuseFault } from '@assay/contract/fault';
import { given } from '@assay/contract/given';
import { notFound } from '@assay/contract/problem';
import { MAX_WINDOWS } from '@assay/findings/mining/mined-findings';
import { listSignalsOf } from '@assay/findings/mining/mine-window';
import { listDismissed } from '@assay/findings/mining/stored-findings';
import type { Db } from '@assay/kit/postgres/db';
import { findingsOfProject, type KnownSignal } from '../../domain/findings/finding.ts';
import { evaluateWaveGate, waveGateFault, type GatedWave } from '../../domain/gates/wave-gate.ts';
import { sessionsOfWave, spendingOfWave } from '../../domain/gates/wave-counts.ts';
import type { StoredRun } from '../../domain/journey-runs/run.ts';
import { listMinedWaves } from '../../store/findings/mined-waves.ts';
import { findWave } from '../../store/journey-runs/waves.ts';
import { compareSides, runsOfWave } from './compare-waves.ts';

/** Throws VALIDATION_ERROR for a policy without its baseline. */
export const assertJudgeable = (waveId: string, body: GateWave): void => refuseFault(waveGateFault(waveId, body));

/** Judges a wave by a policy, from the counts of its runs and from mined findings. Throws NOT_FOUND. */
export async function gateWave(
  db: Db,
  { projectId, waveId }: { projectId: string; waveId: string },
  body: GateWave,
): Promise<WaveGateReport> {
  const { policy, baselineWaveId } = body;
  const [wave, runs] = await Promise.all([findWave(db, projectId, waveId), runsOfWave(db, projectId, waveId)]);
  if (!wave) throw notFound('wave', { waveId });
  const sessions = sessionsOfWave(runs);
  const gated: GatedWave = {
    sessions,
    ...spendingOfWave(runs),
    isMined: wave.isMined,
    hasMiningFailed: wave.hasMiningFailed,
    regressed: policy.noRegressedFindings && wave.isMined ? await regressedIn(db, projectId, wave) : [],
    baseline: baselineWaveId === undefined ? undefined : await against(db, projectId, runs, baselineWaveId),
  };
  return {
    projectId,
    waveId,
    ...given({ baselineWaveId }),
    ...evaluateWaveGate(policy, gated, baselineWaveId),
    sessions,
    policy,
  };
}

async function against(
  db: Db,
  projectId: string,
  runs: StoredRun[],
  baselineWaveId: string,
): Promise<GatedWave['baseline']> {
  const baseline = await runsOfWave(db, projectId, baselineWaveId);
  return {
    underWay: sessionsOfWave(baseline).underWay,
    compared: await compareSides(db, { runs: baseline }, { runs }),
  };
}

/** The findings that are regressed in a wave, independent of later waves; without the dismissed ones. */
async function regressedIn(
  db: Db,
  projectId: string,
  wave: { id: string; createdAt: Date },
): Promise<GatedWave['regressed']> {
  const waves = await listMinedWaves(db, projectId, MAX_WINDOWS, wave);
  const signals = await listSignalsOf<KnownSignal>(db, projectId, waves);
  const regressed = findingsOfProject(signals, waves).filter(
    ({ status, lastWindowId }) => status === 'regressed' && lastWindowId === wave.id,
  );
  const dismissed = await listDismissed(
    db,
    projectId,
    regressed.map(({ fingerprint }) => fingerprint),
  );
  return regressed.flatMap(({ fingerprint }) => {
    const signal = signals.find((each) => each.fingerprint === fingerprint)!;
    return dismissed.has(fingerprint) ? [] : [{ dimension: signal.dimension, label: signal.subject.label }];
  });
}
