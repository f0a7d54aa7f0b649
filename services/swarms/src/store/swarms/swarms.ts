import { fragment, rows, sql, type Db, type Tx } from '@assay/kit/postgres/db';
import type { StoredSwarm } from '../../domain/swarms/swarm.ts';

const columns = fragment(
  `id, project_id, name, description, environment_ids,
   sessions_per_target, max_turns, archived_at is not null as "isArchived",
   created_at, updated_at`,
);

export async function insertSwarm(
  tx: Tx,
  swarm: Omit<StoredSwarm, 'isArchived' | 'createdAt' | 'updatedAt'>,
): Promise<StoredSwarm> {
  const [row] = await rows<StoredSwarm>(
    tx,
    sql`
    insert into swarms (id, project_id, name, description, environment_ids, sessions_per_target, max_turns)
    values (${swarm.id}, ${swarm.projectId}, ${swarm.name}, ${swarm.description}, ${swarm.environmentIds},
      ${swarm.sessionsPerTarget}, ${swarm.maxTurns})
    returning ${columns}`,
  );
  return row!;
}

/** A swarm of a project, also an archived one. */
export async function findSwarm(db: Db, projectId: string, id: string): Promise<StoredSwarm | undefined> {
  const [row] = await rows<StoredSwarm>(
    db,
    sql`select ${columns} from swarms where project_id = ${projectId} and id = ${id}`,
  );
  return row;
}

/** Reads a swarm that is not archived, and locks its row until the transaction ends. */
export async function claimSwarm(tx: Tx, projectId: string, id: string): Promise<StoredSwarm | undefined> {
  const [row] = await rows<StoredSwarm>(
    tx,
    sql`
    select ${columns} from swarms
    where project_id = ${projectId} and id = ${id} and archived_at is null for no key update`,
  );
  return row;
}

/** Newest first, after the cursor; without archived ones. */
export const listSwarms = (
  db: Db,
  projectId: string,
  after: string | undefined,
  limit: number,
): Promise<StoredSwarm[]> =>
  rows<StoredSwarm>(
    db,
    sql`
    select ${columns} from swarms
    where project_id = ${projectId} and archived_at is null and (${after}::text is null or id < ${after})
    order by id desc limit ${limit}`,
  );

/** Writes a swarm that the transaction has locked. */
export async function replaceSwarm(tx: Tx, swarm: StoredSwarm): Promise<StoredSwarm> {
  const [row] = await rows<StoredSwarm>(
    tx,
    sql`
    update swarms set name = ${swarm.name}, description = ${swarm.description}, environment_ids = ${swarm.environmentIds},
      sessions_per_target = ${swarm.sessionsPerTarget}, max_turns = ${swarm.maxTurns}, updated_at = now()
    where project_id = ${swarm.projectId} and id = ${swarm.id} returning ${columns}`,
  );
  return row!;
}

export async function archiveSwarmRow(tx: Tx, projectId: string, id: string): Promise<void> {
  await tx.query(
    sql`update swarms set archived_at = now(), updated_at = now() where project_id = ${projectId} and id = ${id}`,
  );
}
