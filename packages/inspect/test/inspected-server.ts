import { openEgress } from '@assay/egress/egress';
import { ONE_MACHINE_EGRESS } from '@assay/egress/settings';
import type { ServerTarget } from '@assay/mcp/target';
import type { ServerTimeouts } from '@assay/mcp/timeouts';
import { inspectedServer, type InspectedServer } from '../src/inspected-server.ts';

const egress = openEgress(ONE_MACHINE_EGRESS);

/** A server for inspections, and the surfaces that they have read. */
export function inspectedServerOf(
  url: string,
  more: Partial<ServerTarget> = {},
  timeouts: Partial<ServerTimeouts> = {},
): InspectedServer & { surfaces: Parameters<InspectedServer['seen']>[0][] } {
  const target: ServerTarget = { serverId: 'srv_1', serverName: 'Printer', egress, url, ...more };
  const surfaces: Parameters<InspectedServer['seen']>[0][] = [];
  const subject = inspectedServer({
    projectId: 'prj_1',
    target,
    ties: {},
    options: { timeouts: { connectMs: 20_000, ...timeouts } },
    mask: (text) => text,
    seen: (surface) => surfaces.push(surface),
  });
  return { ...subject, surfaces };
}
