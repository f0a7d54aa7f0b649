import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { draftJourneys } from '../../flows/generations/draft-journeys.ts';

export const generateJourneys = (deps: Deps) =>
  handle(operations.generateJourneys, async (caller, { projectId }, { persona, ...wanted }) => {
    const { name, role, notes } = persona;
    const { journeys, generationModel, warnings } = await draftJourneys(deps, caller, projectId, {
      ...wanted,
      persona: { name, role, ...(notes && { notes }) },
      existing: [],
    });
    return { journeys, generationModel, warnings };
  });
