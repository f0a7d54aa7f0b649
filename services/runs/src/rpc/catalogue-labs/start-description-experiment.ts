import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import { startExperiment } from '../../actions/catalogue-labs/make-lab.ts';
import type { Deps } from '../../deps.ts';
import { toCatalogueLab } from '../../domain/catalogue-labs/lab-view.ts';
import { foundExperiment } from '../../flows/catalogue-labs/found-experiment.ts';
import { grantLab } from '../../flows/catalogue-labs/grant-lab.ts';

export const startDescriptionExperiment = (deps: Deps) =>
  handle(operations.startDescriptionExperiment, async (caller, { projectId, experimentId }) => {
    const lab = await foundExperiment(deps, projectId, experimentId);
    const { id, organizationId, spec } = lab;
    // A grant costs nothing, and one that is not used is forgotten.
    const granted =
      lab.status === 'draft'
        ? await grantLab(deps, caller, { labId: id, projectId, model: spec.model, maxCostUsd: spec.maxCostUsd })
        : undefined;
    await startExperiment(deps.pool, { id, projectId, organizationId }, granted);
    deps.work.wake();
    return toCatalogueLab(await foundExperiment(deps, projectId, experimentId));
  });
