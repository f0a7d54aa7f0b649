import type { Channel } from '@assay/kit/rpc/client';
import type { Cursors } from '@assay/kit/requests/cursor';
import type { Pool } from '@assay/kit/postgres/db';

export interface Deps {
  pool: Pool;
  cursors: Cursors;
  catalog: Channel;
}
