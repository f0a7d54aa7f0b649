import type { WakeUp } from '@assay/kit/concurrency/wake-ups/wake-up';
import type { Channel } from '@assay/kit/rpc/client';
import type { Cursors } from '@assay/kit/requests/cursor';
import type { Pool } from '@assay/kit/postgres/db';

export interface Deps {
  pool: Pool;
  cursors: Cursors;
  catalog: Channel;
  environments: Channel;
  /** Wakes waiting runners when there is work, and waiting requests when a job has ended. */
  wakeUp: WakeUp;
  /** The public address of the console. */
  publicUrl: string;
}
