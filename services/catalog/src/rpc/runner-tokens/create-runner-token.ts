import { operations } from '@assay/contract/operations';
import { forbidden, notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import { newId } from '@assay/kit/id';
import { newSecret } from '@assay/kit/security/secret';
import { createRunnerToken as create } from '../../actions/runner-tokens/create-runner-token.ts';
import type { Deps } from '../../deps.ts';
import { faultProblem } from '@assay/contract/fault';
import { storedKey } from '../../domain/api-keys/stored-key.ts';

export const createRunnerToken = ({ pool }: Deps) =>
  handle(operations.createRunnerToken, async (caller, { organizationId }, { name, labels, projectId }) => {
    const token = newSecret('rt_');
    const created = await create(pool, {
      id: newId('token'),
      organizationId,
      projectId,
      name,
      labels: [...new Set(labels)],
      createdBy: caller.userId!,
      ...storedKey(token),
    });
    if (created === 'no organization') throw notFound('organization');
    if (created === 'not allowed') throw forbidden('This needs the admin role in the organization.');
    if (created === 'no project')
      throw faultProblem({ path: '/projectId', message: 'is not a project of this organization' });
    return { ...created, token };
  });
