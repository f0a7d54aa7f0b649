import type { Channel } from '@assay/kit/client';
import type { Cursors } from '@assay/kit/cursor';
import type { Pool } from '@assay/kit/db';

export interface Deps {
  pool: Pool;
  cursors: Cursors;
  catalog: Channel;
}
