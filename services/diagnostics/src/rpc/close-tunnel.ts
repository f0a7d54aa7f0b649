import { closeTunnel as operation } from '@assay/contract/operations/tunnels';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/handle';
import type { Deps } from '../deps.ts';
import { closeTunnel as close } from '../store/tunnels.ts';

export const closeTunnel = ({ pool }: Deps) =>
  handle(operation, async (_caller, { projectId, serverId }) => {
    if (!(await close(pool, projectId, serverId))) throw notFound('tunnel');
    return { serverId, status: 'closed' as const };
  });
