import { operations } from '@assay/contract/operations';
import { grantExplanation, jobOf } from '@assay/findings/explaining/explanation-grant';
import { isAnswered } from '@assay/findings/insights/start-insights';
import { findInsights } from '@assay/findings/insights/stored-insights';
import { newId } from '@assay/kit/id';
import { handle, replayed } from '@assay/kit/rpc/handle';
import { DirectoryService } from '@assay/mesh/gen/assay/v1/catalog';
import { startWaveInsights } from '../../actions/wave-insights/wave-insights.ts';
import type { Deps } from '../../deps.ts';
import { windowOfWave } from '../../domain/findings/finding.ts';
import { disclosed } from '../../domain/wave-insights/disclosure.ts';
import { revisionOf } from '../../domain/wave-insights/read-wave.ts';
import { minedWave } from '../../flows/wave-insights/mined-wave.ts';
import { readWave } from '../../flows/wave-insights/read-wave.ts';

export const requestWaveInsights = (deps: Deps) =>
  handle(operations.requestWaveInsights, async (caller, { projectId, waveId }, { force = false }) => {
    const { pool, catalog, wakeUp, insightsModel } = deps;
    const requested = { waveId, projectId, status: 'pending' as const };
    const wave = await minedWave(deps, { projectId, waveId });
    const present = await findInsights(pool, windowOfWave(projectId, waveId));
    const isCurrent = present?.body.journeyFindings?.sourceRevision === revisionOf(wave);
    if (isAnswered(present, { isCurrent, force })) return replayed(requested);
    const body = await readWave(pool, { projectId, waveId }, wave);
    const { organizationId = '', keyId = '' } = caller;
    const grant = await grantExplanation((request) => catalog.call(DirectoryService.grantModels, request), body, {
      jobId: newId('job'),
      account: { organizationId, projectId, suiteId: '', runId: '', keyId },
      models: [insightsModel],
    });
    await startWaveInsights(pool, { projectId, waveId }, disclosed(body, jobOf(grant)?.model), grant);
    if (jobOf(grant)) wakeUp.wake();
    return requested;
  });
