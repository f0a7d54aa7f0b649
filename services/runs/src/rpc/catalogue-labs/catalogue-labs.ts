import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import { cancelLab } from '../../actions/catalogue-labs/end-lab.ts';
import type { Deps } from '../../deps.ts';
import { toCatalogueLab } from '../../domain/catalogue-labs/lab-view.ts';
import { createExperiment } from '../../flows/catalogue-labs/create-experiment.ts';
import { foundExperiment } from '../../flows/catalogue-labs/found-experiment.ts';

export const cancelCatalogueLab = ({ pool }: Deps) =>
  handle(operations.cancelCatalogueLab, async (_caller, { projectId, labId }) => ({
    labId,
    ...(await cancelLab(pool, projectId, labId)),
  }));

export const createDescriptionExperiment = (deps: Deps) =>
  handle(operations.createDescriptionExperiment, async (caller, { projectId, runId }, body) =>
    toCatalogueLab({ ...(await createExperiment(deps, caller, { projectId, runId, body })), report: null }),
  );

export const getDescriptionExperiment = (deps: Deps) =>
  handle(operations.getDescriptionExperiment, async (_caller, { projectId, experimentId }) =>
    toCatalogueLab(await foundExperiment(deps, projectId, experimentId)),
  );
