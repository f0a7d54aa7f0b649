import { rows, sql, type Db } from '@assay/kit/db';
import type { Frozen } from '../suites.ts';
import type { RunsOwner } from './runs.ts';

/** A suite as the runs of a group share it. */
export interface RunGroup { id: string; suiteId: string; suite: Frozen }

export async function findRunGroup(db: Db, projectId: string, id: string): Promise<RunGroup | undefined> {
  const [group] = await rows<RunGroup>(db, sql`select id, suite_id as "suiteId", suite from run_groups where id = ${id} and project_id = ${projectId}`);
  return group;
}

/** Keeps the group that is there already, whose suite its runs have in common. */
export async function insertRunGroup(db: Db, projectId: string, { id, suiteId, suite }: RunGroup): Promise<void> {
  await db.query(sql`
    insert into run_groups (id, project_id, suite_id, suite) values (${id}, ${projectId}, ${suiteId}, ${suite}) on conflict do nothing`);
}

/** How many runs a group has, whatever became of them. */
export async function countGroupRuns(db: Db, id: string): Promise<number> {
  const [group] = await rows<{ count: number }>(db, sql`select count(*)::int as count from runs where run_group_id = ${id}`);
  return group!.count;
}

export async function deleteRunGroups(db: Db, { projectId, suiteId }: RunsOwner): Promise<void> {
  await db.query(sql`delete from run_groups where project_id = ${projectId} and (${suiteId}::text is null or suite_id = ${suiteId})`);
}
