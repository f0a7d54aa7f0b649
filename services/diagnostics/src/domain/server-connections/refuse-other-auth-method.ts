import type { Server } from '@assay/contract/areas/servers/documents';
import { Problem } from '@assay/contract/problem';
import { hasOtherAuthMethod } from './connection.ts';

/**
 * A person's grant is of no use to a saved server that authenticates with its own credentials.
 * @throws Problem CONFLICT
 */
export function refuseOtherAuthMethod({ id: serverId, name, authMethod, useOAuth }: Server): void {
  if (hasOtherAuthMethod({ authMethod, useOAuth }))
    throw new Problem(
      'CONFLICT',
      `Server "${name}" is saved with another authMethod than oauth; change its authMethod to oauth first.`,
      { serverId, authMethod },
    );
}
