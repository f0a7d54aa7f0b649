import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import { archivePersona } from '../../actions/personas/change-personas.ts';
import type { Deps } from '../../deps.ts';

export const deletePersona = ({ pool }: Deps) =>
  handle(operations.deletePersona, async (_caller, { projectId, personaId }) => {
    await archivePersona(pool, { projectId, personaId });
    return { id: personaId, projectId, deleted: true as const };
  });
