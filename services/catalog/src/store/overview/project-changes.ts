import type { ProjectPart } from '@assay/contract/areas/overview/project-events';
import { rows, sql, type Db } from '@assay/kit/postgres/db';

/** The channel that tells the ids of projects which changed. */
export const PROJECT_CHANGES = 'project_changes';

/** A part of a project that changed. */
export interface ProjectChange {
  projectId: string;
  part: ProjectPart;
}

/** Notes that parts of projects changed, and wakes their followers with the commit; projects that are gone are left out. */
export async function noteProjectChanges(db: Db, changes: ProjectChange[]): Promise<void> {
  if (changes.length === 0) return;
  // Tenant: the changes that events tell are of every organization. Sorted, so that two writers cannot deadlock.
  await db.query(sql`
    with changed as (
      select distinct project_id, part
      from unnest(${changes.map(({ projectId }) => projectId)}::text[], ${changes.map(({ part }) => part)}::text[]) as c (project_id, part)),
    noted as (
      insert into project_changes (project_id, part)
      select c.project_id, c.part from changed c join projects p on p.id = c.project_id order by 1, 2
      on conflict (project_id, part) do update set place = nextval('project_change_places')
      returning project_id)
    select pg_notify(${PROJECT_CHANGES}, project_id) from (select distinct project_id from noted) told`);
}

/** The place of the latest change of each part of a project. */
export async function readChangePlaces(db: Db, projectId: string): Promise<Map<string, number>> {
  const found = await rows<{ part: string; place: string }>(
    db,
    sql`select part, place from project_changes where project_id = ${projectId} order by part`,
  );
  return new Map(found.map(({ part, place }) => [part, Number(place)]));
}
