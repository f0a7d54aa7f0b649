import { operations } from '@assay/contract/operations';
import { pageOfList } from '@assay/kit/requests/cursor';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { toPersona } from '../../domain/personas/persona.ts';
import { listPersonas as find } from '../../store/personas/personas.ts';

export const listPersonas = ({ pool, cursors }: Deps) =>
  handle(operations.listPersonas, (_caller, { projectId }, query) =>
    pageOfList(operations.listPersonas, cursors, query, {
      name: `personas of ${projectId}`,
      find: async (after: [string] | undefined, limit) =>
        (await find(pool, projectId, after?.[0], limit)).map(toPersona),
      positionOf: ({ id }) => [id],
    }),
  );
