import { openEgress } from '@assay/egress/egress';
import { ONE_MACHINE } from '@assay/egress/settings';
import type { Target } from '../src/target.ts';

const egress = openEgress(ONE_MACHINE);

export const saved = (url: string, more: Partial<Target> = {}): Target => ({
  serverId: 'srv_1',
  serverName: 'Printer',
  egress,
  url,
  ...more,
});
