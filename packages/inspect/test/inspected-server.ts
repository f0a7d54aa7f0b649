import { openEgress } from '@assay/egress/egress';
import { ONE_MACHINE_EGRESS } from '@assay/egress/settings';
import type { ServerTarget } from '@assay/mcp/target';
import { inspectedServer, type InspectedServer } from '../src/inspected-server.ts';

const egress = openEgress(ONE_MACHINE_EGRESS);

/** A server for inspections, and the surfaces that they have read. */
export function inspectedServerOf(
  url: string,
  more: Partial<ServerTarget> = {},
  connectMs = 20_000,
): InspectedServer & { surfaces: Parameters<InspectedServer['seen']>[0][] } {
  const target: ServerTarget = { serverId: 'srv_1', serverName: 'Printer', egress, url, ...more };
  const surfaces: Parameters<InspectedServer['seen']>[0][] = [];
  const subject = inspectedServer({
    projectId: 'prj_1',
    target,
    ties: {},
    options: { timeouts: { connectMs } },
    mask: (text) => text,
    seen: (surface) => surfaces.push(surface),
  });
  return { ...subject, surfaces };
}
