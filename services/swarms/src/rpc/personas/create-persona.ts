import { operations } from '@assay/contract/operations';
import { handle, replayedIf } from '@assay/kit/rpc/handle';
import { createPersona as create } from '../../actions/personas/change-personas.ts';
import type { Deps } from '../../deps.ts';

export const createPersona = ({ pool }: Deps) =>
  handle(
    operations.createPersona,
    async (_caller, { projectId, idempotencyKey }, { idempotencyKey: keyInBody, ...draft }) => {
      const request = { key: idempotencyKey || keyInBody, target: { projectId }, body: draft };
      const { replayed, reply } = await create(pool, projectId, draft, request);
      return replayedIf(replayed, reply);
    },
  );
