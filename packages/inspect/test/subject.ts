import { openEgress } from '@assay/egress/egress';
import { ONE_MACHINE } from '@assay/egress/settings';
import { connect } from '@assay/mcp/connect';
import type { Target } from '@assay/mcp/target';
import type { Subject } from '../src/subject.ts';

const egress = openEgress(ONE_MACHINE);

/** A server as inspections see it, and what they have seen of it. */
export function subjectOf(
  url: string,
  more: Partial<Target> = {},
  connectMs = 20_000,
): Subject & { surfaces: Parameters<Subject['seen']>[0][] } {
  const target: Target = { serverId: 'srv_1', serverName: 'Printer', egress, url, ...more };
  const surfaces: Parameters<Subject['seen']>[0][] = [];
  return {
    projectId: 'prj_1',
    target,
    ties: {},
    mask: (text) => text,
    surfaces,
    seen: (surface) => surfaces.push(surface),
    connect: ({ as = target, ...options } = {}) => connect(as, { timeouts: { connectMs }, ...options }),
  };
}
