import { ProjectDeleted } from '@assay/contract/gen/assay/v1/events';
import type { BusMessage } from '@assay/kit/bus/bus';
import type { Pool } from '@assay/kit/postgres/db';
import { once } from '@assay/kit/events/inbox';
import { insertPurge } from '@assay/kit/postgres/purge';
import { awaitSurfaces } from '../store/surfaces/surfaces.ts';

/** A project takes everything along that is kept here of it: the purge removes it. */
export const onProjectDeleted =
  (pool: Pool) =>
  async ({ id, value }: BusMessage): Promise<void> => {
    const { projectId } = ProjectDeleted.decode(value);
    await once(pool, id, async (tx) => {
      await awaitSurfaces(tx, projectId);
      await insertPurge(tx, 'project', projectId);
    });
  };
