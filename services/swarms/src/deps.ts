import type { WakeUp } from '@assay/kit/concurrency/wake-up';
import type { Pool } from '@assay/kit/postgres/db';
import type { Cursors } from '@assay/kit/requests/cursor';
import type { Channel } from '@assay/kit/rpc/client';

export interface Deps {
  pool: Pool;
  cursors: Cursors;
  catalog: Channel;
  environments: Channel;
  /** Wakes waiting runners when there is work, and requests that wait for the end of some. */
  wakeUp: WakeUp;
  /** The models that play personas and that judge goals, `provider/name`. */
  personaModel: string;
  judgeModel: string;
  /** The model that explains findings, `provider/name`; without one, rules alone tell them. */
  insightsModel: string | undefined;
}
