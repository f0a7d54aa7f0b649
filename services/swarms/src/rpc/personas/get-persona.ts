import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { toPersona } from '../../domain/personas/persona.ts';
import { findPersona } from '../../store/personas/personas.ts';

export const getPersona = ({ pool }: Deps) =>
  handle(operations.getPersona, async (_caller, { projectId, personaId }) => {
    const persona = await findPersona(pool, projectId, personaId);
    if (!persona || persona.isArchived) throw notFound('persona');
    return toPersona(persona);
  });
