import { createServerConnection as operation } from '@assay/contract/operations/connections';
import { invalid, Problem } from '@assay/contract/problem';
import { handle } from '@assay/kit/handle';
import { newId } from '@assay/kit/id';
import { begin } from '../connecting/begin.ts';
import { Member } from '../connecting/member.ts';
import { shown } from '../connecting/shown.ts';
import type { Deps } from '../deps.ts';
import { insertConnection } from '../store/connections.ts';

export const createServerConnection = (deps: Deps) =>
  handle(operation, async (caller, _target, { url, projectId, serverId, name, reauthorize = false }) => {
    const { organizationId, userId, keyId } = { organizationId: caller.organizationId!, userId: caller.userId!, keyId: caller.keyId! };
    if (serverId !== undefined && projectId === undefined) throw fault('/projectId', 'must say in which project the server is');
    const address = addressOf(deps, url);
    // A project that is not theirs, or a server that it does not have, is the request's fault and leaves nothing behind.
    if (projectId !== undefined) {
      const member = await new Member(deps, { organizationId, userId, keyId }).inProject(projectId);
      if (serverId !== undefined) await member.server(serverId);
    }
    const wish = { id: newId('con'), organizationId, userId, keyId, url: address, ...(projectId !== undefined && { projectId }), ...(serverId !== undefined && { serverId }), ...(name !== undefined && { name }) };
    await insertConnection(deps.pool, wish);
    await begin(deps, { ...wish, reauthorize });
    return shown(deps, caller, wish.id);
  });

function addressOf({ egress }: Deps, url: string): string {
  try {
    return egress.admitted(url).href;
  } catch (error) {
    throw error instanceof Problem ? fault('/url', `is refused: ${error.message}`) : error;
  }
}

const fault = (path: string, message: string): Problem => invalid(`${path} ${message}`, { issues: [{ path, message }] });
