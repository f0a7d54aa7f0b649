import type { ServerCapabilities } from '@modelcontextprotocol/client';
import { Problem } from '@assay/contract/problem';
import type { Link } from './link.ts';

/** Asking for what a server has not declared would at best be answered with an error that says the same. */
export function requireCapability({ client, target: { serverId, serverName } }: Link, capability: keyof ServerCapabilities): void {
  if (client.getServerCapabilities()?.[capability]) return;
  throw new Problem('FEATURE_NOT_SUPPORTED', `Server "${serverName}" does not offer ${capability}.`, { serverId, capability });
}
