import { fragment, rows, sql, type Db, type Tx } from '@assay/kit/postgres/db';
import type { StoredJourney } from '../../domain/journeys/journey.ts';

const columns = fragment(
  `id, project_id, name, goal, persona_id, swarm_id,
   environment_ids, server_attachment_id, host_ids,
   sessions_per_target, max_turns, rubric,
   archived_at is not null as "isArchived", created_at, updated_at`,
);

export async function insertJourney(
  tx: Tx,
  journey: Omit<StoredJourney, 'isArchived' | 'createdAt' | 'updatedAt'>,
): Promise<StoredJourney> {
  const { rubric } = journey;
  const [row] = await rows<StoredJourney>(
    tx,
    sql`
    insert into journeys (id, project_id, name, goal, persona_id, swarm_id, environment_ids, server_attachment_id,
      host_ids, sessions_per_target, max_turns, rubric)
    values (${journey.id}, ${journey.projectId}, ${journey.name}, ${journey.goal}, ${journey.personaId},
      ${journey.swarmId}, ${journey.environmentIds}, ${journey.serverAttachmentId}, ${journey.hostIds},
      ${journey.sessionsPerTarget}, ${journey.maxTurns}, ${rubric && JSON.stringify(rubric)})
    returning ${columns}`,
  );
  return row!;
}

/** A journey of a project, also an archived one. */
export async function findJourney(db: Db, projectId: string, id: string): Promise<StoredJourney | undefined> {
  const [row] = await rows<StoredJourney>(
    db,
    sql`select ${columns} from journeys where project_id = ${projectId} and id = ${id}`,
  );
  return row;
}

/** Reads a journey that is not archived, and locks its row until the transaction ends. */
export async function claimJourney(tx: Tx, projectId: string, id: string): Promise<StoredJourney | undefined> {
  const [row] = await rows<StoredJourney>(
    tx,
    sql`
    select ${columns} from journeys
    where project_id = ${projectId} and id = ${id} and archived_at is null for no key update`,
  );
  return row;
}

/** Newest first, after the cursor; without archived ones. */
export const listJourneys = (
  db: Db,
  projectId: string,
  after: string | undefined,
  limit: number,
): Promise<StoredJourney[]> =>
  rows<StoredJourney>(
    db,
    sql`
    select ${columns} from journeys
    where project_id = ${projectId} and archived_at is null and (${after}::text is null or id < ${after})
    order by id desc limit ${limit}`,
  );

/** Writes a journey that the transaction has locked. */
export async function replaceJourney(tx: Tx, journey: StoredJourney): Promise<StoredJourney> {
  const { rubric } = journey;
  const [row] = await rows<StoredJourney>(
    tx,
    sql`
    update journeys set name = ${journey.name}, goal = ${journey.goal}, environment_ids = ${journey.environmentIds},
      server_attachment_id = ${journey.serverAttachmentId}, host_ids = ${journey.hostIds},
      sessions_per_target = ${journey.sessionsPerTarget}, max_turns = ${journey.maxTurns},
      rubric = ${rubric && JSON.stringify(rubric)}, updated_at = now()
    where project_id = ${journey.projectId} and id = ${journey.id} returning ${columns}`,
  );
  return row!;
}

export async function archiveJourneyRow(tx: Tx, projectId: string, id: string): Promise<void> {
  await tx.query(
    sql`update journeys set archived_at = now(), updated_at = now() where project_id = ${projectId} and id = ${id}`,
  );
}
