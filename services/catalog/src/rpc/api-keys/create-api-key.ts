import { randomInt } from 'node:crypto';
import { operations } from '@assay/contract/operations';
import { conflict, forbidden, notFound, Problem } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import { newId } from '@assay/kit/id';
import { createKey, MAX_LIVE_KEYS } from '../../actions/api-keys/create-key.ts';
import type { Deps } from '../../deps.ts';
import { newApiKey } from '../../domain/api-keys/api-key.ts';
import { storedKey } from '../../domain/api-keys/stored-key.ts';

export const createApiKey = ({ pool }: Deps) =>
  handle(operations.createApiKey, async (caller, _target, { name, organizationId = caller.organizationId }) => {
    if (organizationId === undefined) throw forbidden('You are not a member of an organization.');
    const key = newApiKey(randomInt);
    const created = await createKey(
      pool,
      {
        id: newId('key'),
        organizationId,
        userId: caller.userId!,
        name,
        ...storedKey(key),
      },
      caller.sessionId!,
    );
    if (created === 'no session') throw new Problem('UNAUTHORIZED', 'The session has ended.');
    if (created === 'no organization') throw notFound('organization');
    if (created === 'too many')
      throw conflict(`You have ${MAX_LIVE_KEYS} API keys in this organization; revoke one that you do not need.`);
    return { ...created, key };
  });
