import { given } from '@assay/contract/given';
import { operations } from '@assay/contract/operations';
import { forbidden, invalid, Problem } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import { newId } from '@assay/kit/id';
import { requestConnection } from '../../actions/server-connections/request-connection.ts';
import { beginConnection } from '../../flows/server-connections/begin-connection.ts';
import { ConnectionMember } from '../../flows/server-connections/member.ts';
import { showConnection } from '../../flows/server-connections/show-connection.ts';
import type { Deps } from '../../deps.ts';

export const createServerConnection = (deps: Deps) =>
  handle(
    operations.createServerConnection,
    async (caller, _target, { url, projectId, serverId, name, reauthorize = false }) => {
      const { organizationId, userId, keyId = '', sessionId = null } = caller;
      if (organizationId === undefined) throw forbidden('You are not a member of an organization.');
      const who = {
        organizationId,
        userId: userId!,
        keyId,
        sessionId,
      };
      const connecting = new ConnectionMember(deps, who);
      if (serverId !== undefined && projectId === undefined)
        throw fault('/projectId', 'must say in which project the server is');
      const address = addressOf(deps, url);
      // An unknown project or server is refused before anything is stored.
      if (projectId !== undefined) {
        const member = await connecting.inProject(projectId);
        if (serverId !== undefined) await member.server(serverId);
      }
      const projects = projectId === undefined ? await connecting.projects() : [];
      const wish = {
        id: newId('con'),
        ...who,
        url: address,
        reauthorize,
        ...given({ projectId, serverId, name }),
      };
      await requestConnection(deps.pool, wish);
      await beginConnection(deps, { ...wish, projects });
      return showConnection(deps, caller, wish.id);
    },
  );

function addressOf({ egress }: Deps, url: string): string {
  try {
    return egress.admitted(url).href;
  } catch (error) {
    throw error instanceof Problem ? fault('/url', `is refused: ${error.message}`) : error;
  }
}

const fault = (path: string, message: string): Problem =>
  invalid(`${path} ${message}`, { issues: [{ path, message }] });
