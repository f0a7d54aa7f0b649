import type { ServerCapabilities } from '@modelcontextprotocol/client';
import { Problem } from '@assay/contract/problem';
import type { Link } from '../link.ts';

/** Asking for what a server has not declared would at best be answered with an error that says the same. */
export function requireCapability(
  declared: ServerCapabilities,
  capability: keyof ServerCapabilities,
  { target: { serverId, serverName } }: Pick<Link, 'target'>,
): void {
  if (declared[capability]) return;
  throw new Problem('FEATURE_NOT_SUPPORTED', `Server "${serverName}" does not offer ${capability}.`, {
    serverId,
    capability,
  });
}
