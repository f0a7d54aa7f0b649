import type { Server } from '@assay/contract/areas/servers/documents';
import { Problem } from '@assay/contract/problem';
import { otherWayIn } from './connection.ts';

/**
 * A saved server whose own credentials come first has no use for a person's consent.
 * @throws Problem CONFLICT
 */
export function refuseOtherWayIn({ id: serverId, name, authMethod, useOAuth }: Server): void {
  if (otherWayIn({ authMethod, useOAuth }))
    throw new Problem(
      'CONFLICT',
      `Server "${name}" is saved with another way in than a person's consent; change its authMethod to oauth first.`,
      { serverId, authMethod },
    );
}
