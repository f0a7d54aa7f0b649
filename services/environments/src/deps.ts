import type { WakeUp } from '@assay/kit/concurrency/wake-up';
import type { Channel } from '@assay/kit/rpc/client';
import type { Cursors } from '@assay/kit/requests/cursor';
import type { Pool } from '@assay/kit/postgres/db';

export interface Deps {
  pool: Pool;
  cursors: Cursors;
  catalog: Channel;
  /** Wakes waiting runners when there is work, and waiting requests when something happened in a turn. */
  wakeUp: WakeUp;
}
