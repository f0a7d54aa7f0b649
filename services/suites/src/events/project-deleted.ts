import { ProjectDeleted } from '@assay/contract/gen/assay/v1/events';
import type { BusMessage } from '@assay/kit/bus/bus';
import type { Pool } from '@assay/kit/postgres/db';
import { once } from '@assay/kit/events/inbox';
import { insertPurge } from '@assay/kit/postgres/purge';

/** A project takes its suites with it: the purge removes them. */
export const onProjectDeleted =
  (pool: Pool) =>
  async ({ id, value }: BusMessage): Promise<void> => {
    const { projectId } = ProjectDeleted.decode(value);
    await once(pool, id, (tx) => insertPurge(tx, 'project', projectId));
  };
