import { prepared, rows, sql, type Db } from '@assay/kit/postgres/db';
import type { ClaimRequest } from '@assay/work/service/work-source';

/** The runners that asked for inspections within the last day. */
export interface KnownRunners {
  /** Runners of the caller, with any labels. */
  all: number;
  /** The runners among them that have the labels. */
  able: number;
}

/** How often a runner that asks again is noted again, in milliseconds. */
const NOTE_MS = 60_000;
/** How long a runner that stopped counts as one that is being restarted, in milliseconds. */
const RESTART_MS = 60_000;

/** Notes that a runner asks for inspections; most calls write nothing. */
export async function noteRunner(db: Db, { runnerId, labels, scope }: ClaimRequest): Promise<void> {
  // Tenant: the runner itself asks, and its scope becomes the row's.
  const { organizationId, projectId } = scope;
  await db.query(prepared`
    with due as (
      select where not exists (
        select from runners where id = ${runnerId} and labels = ${labels}::text[] and seen_at > now() - ${NOTE_MS} * interval '1 ms')),
    forgotten as (
      delete from runners using due where seen_at < now() - interval '1 day' and id <> ${runnerId})
    insert into runners (id, organization_id, project_id, labels, seen_at)
    select ${runnerId}, ${organizationId}, ${projectId}, ${labels}::text[], now() from due
    on conflict (id) do update set labels = excluded.labels, seen_at = excluded.seen_at`);
}

/** Counts the runners that may take inspections of the project, busy ones and runners that are being restarted included. */
export async function countKnownRunners(
  db: Db,
  { organizationId, projectId, labels }: { organizationId: string | undefined; projectId: string; labels: string[] },
): Promise<KnownRunners> {
  const [counted] = await rows<KnownRunners>(
    db,
    sql`
    select count(*)::int as all, (count(*) filter (where ${labels}::text[] <@ labels))::int as able from runners
    where coalesce(organization_id = ${organizationId ?? null}, true) and coalesce(project_id = ${projectId}, true)
      and seen_at > now() - interval '1 day'
      and not exists (
        select from stopped_runners s where s.runner_id = runners.id and s.stopped_at < now() - ${RESTART_MS} * interval '1 ms')`,
  );
  return counted!;
}
