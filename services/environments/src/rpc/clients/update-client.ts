import { refuseFault } from '@assay/contract/fault';
import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import { editClient } from '../../actions/clients/edit-client.ts';
import type { Deps } from '../../deps.ts';
import { namedServers } from '../../domain/clients/client-config.ts';
import { clientEditFault, editedConfig } from '../../domain/clients/client-edit.ts';
import { presentClient } from '../../flows/clients/present-client.ts';
import { refuseUnknownServers } from '../../flows/clients/refuse-unknown-servers.ts';

export const updateClient = ({ pool, catalog }: Deps) =>
  handle(operations.updateClient, async ({ userId }, { projectId, clientId }, edit) => {
    refuseFault(clientEditFault(edit));
    const { id } = await presentClient(pool, projectId, clientId);
    await refuseUnknownServers({ pool, catalog }, projectId, namedServers(edit.config ?? {}, '/config'));
    return editClient(pool, {
      projectId,
      clientId: id,
      expected: edit,
      name: edit.name,
      config: (current) => editedConfig(current, edit),
      skills: edit.config
        ? { selection: edit.config.skillSelection, place: '/config' }
        : { selection: edit.set?.skillSelection, place: '/set' },
      editedBy: userId,
    });
  });
