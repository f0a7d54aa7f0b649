import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { toCatalogueLab } from '../../domain/catalogue-labs/lab-view.ts';
import { foundExperiment } from '../../flows/catalogue-labs/found-experiment.ts';

export const getDescriptionExperiment = (deps: Deps) =>
  handle(operations.getDescriptionExperiment, async (_caller, { projectId, experimentId }) =>
    toCatalogueLab(await foundExperiment(deps, projectId, experimentId)),
  );
