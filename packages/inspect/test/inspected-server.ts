import { openEgress } from '@assay/egress/egress';
import { ONE_MACHINE_EGRESS } from '@assay/egress/settings';
import { connectSession } from '@assay/mcp/connect';
import type { ServerTarget } from '@assay/mcp/target';
import type { InspectedServer } from '../src/inspected-server.ts';

const egress = openEgress(ONE_MACHINE_EGRESS);

/** A server for inspections, and the surfaces that they have read. */
export function inspectedServerOf(
  url: string,
  more: Partial<ServerTarget> = {},
  connectMs = 20_000,
): InspectedServer & { surfaces: Parameters<InspectedServer['seen']>[0][] } {
  const target: ServerTarget = { serverId: 'srv_1', serverName: 'Printer', egress, url, ...more };
  const surfaces: Parameters<InspectedServer['seen']>[0][] = [];
  return {
    projectId: 'prj_1',
    target,
    ties: {},
    mask: (text) => text,
    surfaces,
    seen: (surface) => surfaces.push(surface),
    connect: ({ as = target, ...options } = {}) => connectSession(as, { timeouts: { connectMs }, ...options }),
  };
}
