import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { toCatalogueLab } from '../../domain/catalogue-labs/lab-view.ts';
import { createExperiment } from '../../flows/catalogue-labs/create-experiment.ts';

export const createDescriptionExperiment = (deps: Deps) =>
  handle(operations.createDescriptionExperiment, async (caller, { projectId, runId }, body) =>
    toCatalogueLab({ ...(await createExperiment(deps, caller, { projectId, runId, body })), report: null }),
  );
