import { openEgress } from '@assay/egress/egress';
import { ONE_MACHINE_EGRESS } from '@assay/egress/settings';
import type { ServerTarget } from '@assay/mcp/target';
import { isLocalTarget } from './local-target.ts';

const target = (url: string, more: Partial<ServerTarget> = {}) =>
  ({ url, egress: openEgress(ONE_MACHINE_EGRESS), ...more }) as ServerTarget;

test.each<[string, Partial<ServerTarget>, boolean]>([
  ['http://localhost:3000/mcp', {}, true],
  ['http://127.0.0.1/mcp', {}, true],
  ['http://[::1]:1/', {}, true],
  ['https://localhost/mcp', {}, false],
  ['http://10.0.0.1/mcp', {}, false],
  ['http://localhost.example/', {}, false],
  ['http://localhost/', { headers: { authorization: 'x' } }, false],
  [`http://localhost:4000/tunnels/${'a'.repeat(32)}`, {}, false],
])('%s %j is on this machine: %s', (url, more, is) => expect(isLocalTarget(target(url, more))).toBe(is));
