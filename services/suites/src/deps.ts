import type { Bell } from '@assay/kit/bell';
import type { Channel } from '@assay/kit/client';
import type { Cursors } from '@assay/kit/cursor';
import type { Pool } from '@assay/kit/db';

export interface Deps {
  pool: Pool;
  cursors: Cursors;
  catalog: Channel;
  /** Rung when there is work for a runner, or an end of it. */
  bell: Bell;
  /** Where people open the console. */
  publicUrl: string;
}
