import { randomBytes } from 'node:crypto';
import { createRunnerToken as operation } from '@assay/contract/operations/ledger';
import { handle } from '@assay/kit/handle';
import { newId } from '@assay/kit/id';
import { createRunnerToken as create } from '../actions/create-runner-token.ts';
import type { Deps } from '../deps.ts';
import { runnerTokenOf, storedKey } from '../domain/api-key.ts';
import { holdAdministrator } from '../organization-access.ts';
import { refusal } from '../refusals.ts';

export const createRunnerToken = ({ pool }: Deps) =>
  handle(operation, async (caller, { organizationId }, { name, labels, projectId }) => {
    await holdAdministrator(pool, caller, organizationId);
    const token = runnerTokenOf(randomBytes(32));
    const created = await create(pool, {
      id: newId('token'), organizationId, projectId, name, labels: [...new Set(labels)], createdBy: caller.userId!, ...storedKey(token),
    });
    if (created === 'no project') throw refusal({ path: '/projectId', message: 'is no project of this organization' });
    return { ...created, token };
  });
