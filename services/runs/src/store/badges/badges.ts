import { prepared, rows, sql, type Db } from '@assay/kit/postgres/db';
import type { Badge } from '../../domain/badges/badge-link.ts';
import type { Run } from '../../domain/eval-runs/run.ts';
import { listedRunColumns } from '../eval-runs/run-columns.ts';
import type { RunsOwner } from '../eval-runs/runs.ts';
import { isHidden } from '../eval-runs/tombstones.ts';
import { isBaseline, isOfBranch } from '../analysis/baselines.ts';

/** The badge of a suite in place of the one before it, under a new id. */
export async function replaceBadge(
  db: Db,
  projectId: string,
  { id, suiteId, branch }: Omit<Badge, 'createdAt'>,
): Promise<Badge> {
  const [badge] = await rows<Badge>(
    db,
    // Tenant: the caller has checked that the suite is of the project.
    sql`
    insert into suite_badges (id, project_id, suite_id, branch) values (${id}, ${projectId}, ${suiteId}, ${branch})
    on conflict (suite_id) do update set id = excluded.id, branch = excluded.branch, created_at = excluded.created_at
    returning id, suite_id, branch, created_at`,
  );
  return badge!;
}

export async function findBadge(db: Db, projectId: string, suiteId: string): Promise<Badge | undefined> {
  const [badge] = await rows<Badge>(
    db,
    sql`select id, suite_id, branch, created_at from suite_badges where suite_id = ${suiteId} and project_id = ${projectId}`,
  );
  return badge;
}

/** False when the suite has no badge. */
export async function deleteBadge(db: Db, { projectId, suiteId }: Required<RunsOwner>): Promise<boolean> {
  const { rowCount } = await db.query(
    sql`delete from suite_badges where suite_id = ${suiteId} and project_id = ${projectId}`,
  );
  return rowCount === 1;
}

/**
 * The newest completed run that a badge is about, null when there is none; undefined when there is no such badge. One
 * statement, of which one half runs: the half of a branch goes by the index of branches.
 */
export async function findBadgeRun(db: Db, badgeId: string): Promise<Run | null | undefined> {
  const [found] = await rows<Run | { id: null }>(
    db,
    // Tenant: the id of a badge is in a signed token.
    prepared`
    select r.* from suite_badges b left join lateral (
      select ${listedRunColumns} from runs where id = coalesce(
        (select n.id from runs n where b.branch is null and n.suite_id = b.suite_id and n.project_id = b.project_id
          and ${isBaseline('n')} and n.pull_request is null and not ${isHidden('n')} order by n.run_number desc limit 1),
        (select n.id from runs n where n.branch = b.branch and n.suite_id = b.suite_id and n.project_id = b.project_id
          and ${isOfBranch('n')} and not ${isHidden('n')} order by n.run_number desc limit 1))) r on true
    where b.id = ${badgeId}`,
  );
  return found && (found.id === null ? null : found);
}
