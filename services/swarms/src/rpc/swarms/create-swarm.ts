import type { Swarm } from '@assay/contract/areas/swarms/documents';
import { operations } from '@assay/contract/operations';
import { findFirstReply } from '@assay/kit/requests/idempotency';
import { handle, replayed, replayedIf } from '@assay/kit/rpc/handle';
import { createSwarm as create } from '../../actions/swarms/change-swarms.ts';
import type { Deps } from '../../deps.ts';
import { assertEnvironments } from '../../flows/swarms/assert-environments.ts';

export const createSwarm = (deps: Deps) =>
  handle(
    operations.createSwarm,
    async (_caller, { projectId, idempotencyKey }, { idempotencyKey: keyInBody, ...draft }) => {
      const request = { key: idempotencyKey || keyInBody, target: { projectId }, body: draft };
      // The environments that the draft names may be archived since the first request.
      const first = await findFirstReply<Swarm>(deps.pool, request);
      if (first) return replayed(first);
      await assertEnvironments(deps, projectId, draft.environmentIds ?? []);
      const made = await create(deps.pool, projectId, draft, request);
      return replayedIf(made.replayed, made.reply);
    },
  );
