import { fragment, rows, sql, type Db } from '@assay/kit/postgres/db';
import { isHidden } from '../eval-runs/tombstones.ts';
import { LIVE_MS } from './runners.ts';

/** A runner as it told about itself. */
export interface ListedRunner {
  id: string;
  isLive: boolean;
  isOwn: boolean;
  projectId: string | null;
  labels: string[];
  takesUnlabelled: boolean;
  slots: number | null;
  slotsInUse: number;
  kinds: string[];
  version: string | null;
  seenAt: Date;
}

/** A run that no live runner may take. */
export interface UnservedRunRow {
  runId: string;
  runNumber: number;
  projectId: string;
  suiteId: string;
  labels: string[];
  createdAt: Date;
}

const [MAX_RUNNERS, MAX_WAITING] = [200, 50];

/** The trials that a runner works on. */
const WORKS = fragment(
  `select from iterations i join runs r on r.id = i.run_id
   where i.seq is null and i.status = 'running' and i.lease_until > now() and i.runner_id = runners.id`,
);

/** The runners of the installation and of an organization, live ones first, then the latest seen. */
export const listRunnersOf = (db: Db, organizationId: string): Promise<ListedRunner[]> =>
  rows<ListedRunner>(
    db,
    sql`
    select id, seen_at > now() - ${LIVE_MS} * interval '1 ms' or exists (${WORKS}) as "isLive", organization_id is not null as "isOwn",
      project_id, labels, takes_unlabelled, slots, kinds, version, seen_at,
      (select count(*)::int from (${WORKS} and r.organization_id = ${organizationId}) works) as "slotsInUse"
    from runners where coalesce(organization_id, ${organizationId}) = ${organizationId}
    order by "isLive" desc, seen_at desc, id limit ${MAX_RUNNERS}`,
  );

/** The runs of an organization that wait because no live runner may take them, the longest waiting first. */
export const listUnservedRuns = (db: Db, organizationId: string): Promise<UnservedRunRow[]> =>
  rows<UnservedRunRow>(
    db,
    sql`
    select r.id as run_id, r.run_number, r.project_id, r.suite_id, r.runner_labels as labels, r.created_at from runs r
    where r.organization_id = ${organizationId} and r.status = 'pending' and not ${isHidden('r')}
      and not exists (
        select from runners
        where r.runner_labels <@ runners.labels and (r.runner_labels <> '{}' or runners.takes_unlabelled)
          and coalesce(runners.organization_id, r.organization_id) = r.organization_id and coalesce(runners.project_id, r.project_id) = r.project_id
          and (runners.seen_at > now() - ${LIVE_MS} * interval '1 ms' or exists (
            select from iterations i where i.seq is null and i.status = 'running' and i.lease_until > now() and i.runner_id = runners.id)))
    order by r.created_at, r.id limit ${MAX_WAITING}`,
  );
