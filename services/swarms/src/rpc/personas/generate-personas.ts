import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { draftJourneys } from '../../flows/generations/draft-journeys.ts';
import { listDescribedPersonas } from '../../store/personas/personas.ts';

export const generatePersonas = (deps: Deps) =>
  handle(operations.generatePersonas, async (caller, { projectId }, { existingPersonas = [], ...wanted }) => {
    const existing = [...existingPersonas, ...(await listDescribedPersonas(deps.pool, projectId))];
    const { personas, generationModel, warnings } = await draftJourneys(deps, caller, projectId, {
      ...wanted,
      existing: existing.map(({ name, role }) => ({ name, role })),
    });
    const drafts = wanted.personaCount === undefined ? personas[0] : { personas };
    return { ...drafts, generationModel, warnings };
  });
