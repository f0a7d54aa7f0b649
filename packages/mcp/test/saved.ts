import { openEgress } from '@assay/egress/egress';
import { ONE_MACHINE_EGRESS } from '@assay/egress/settings';
import type { ServerTarget } from '../src/target.ts';

const egress = openEgress(ONE_MACHINE_EGRESS);

export const savedServer = (url: string, more: Partial<ServerTarget> = {}): ServerTarget => ({
  serverId: 'srv_1',
  serverName: 'Printer',
  egress,
  url,
  ...more,
});
