import { operations } from '@assay/contract/operations';
import { handle, replayed } from '@assay/kit/rpc/handle';
import { grantExplanation } from '@assay/findings/insights/explained-insights';
import { startWaveInsights } from '../../actions/wave-insights/wave-insights.ts';
import type { Deps } from '../../deps.ts';
import { disclosed } from '../../domain/wave-insights/disclosure.ts';
import { revisionOf } from '../../domain/wave-insights/read-wave.ts';
import { minedWave } from '../../flows/wave-insights/mined-wave.ts';
import { readWave } from '../../flows/wave-insights/read-wave.ts';
import { waveInsights, waveKey } from '../../store/wave-insights/wave-insights.ts';

export const requestWaveInsights = (deps: Deps) =>
  handle(operations.requestWaveInsights, async (caller, { projectId, waveId }, { force = false }) => {
    const { pool, catalog, wakeUp, insightsModel } = deps;
    const requested = { waveId, projectId, status: 'pending' as const };
    const wave = await minedWave(deps, { projectId, waveId });
    const present = await waveInsights.find(pool, waveKey(projectId, waveId));
    const isCurrent = present?.body.journeyFindings?.sourceRevision === revisionOf(wave);
    if (present && (present.status === 'pending' || (isCurrent && !force))) return replayed(requested);
    const body = await readWave(pool, { projectId, waveId }, wave);
    const { organizationId = '', keyId = '' } = caller;
    const account = { organizationId, projectId, suiteId: '', runId: '', keyId };
    const grant = body.findings.length > 0 ? await grantExplanation(catalog, account, insightsModel) : undefined;
    await startWaveInsights(pool, { projectId, waveId }, disclosed(body, grant), grant);
    if (grant && 'jobId' in grant) wakeUp.wake();
    return requested;
  });
