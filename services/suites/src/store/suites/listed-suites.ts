import type { ListEvalSuites } from '@assay/contract/areas/suites/listed-suites';
import { containing } from '@assay/kit/postgres/containing';
import { fragment, rows, sql, type Db } from '@assay/kit/postgres/db';
import type { SuiteFacts } from '../../domain/suites/suite-counts.ts';
import type { ListedSuite } from '../../domain/suites/suite-record.ts';
import { toStoredSchedule, type ScheduleRow } from '../schedules/schedules.ts';
import { toHead, toHistory, type HeadRow, type HistoryRow } from './suites.ts';

/** The filters and the order of a project's suites. */
export type SuiteFilter = Omit<ListEvalSuites, 'cursor' | 'limit'>;

/** A listed suite with its place in the order. */
export type PlacedSuite = ListedSuite & { place: string };

interface ListedRow extends HeadRow, HistoryRow, ScheduleRow {
  tags: string[];
  serverIds: string[];
  hasSchedule: boolean;
  ticksWithoutVerdict: number;
  place: string;
}

/** The place of a suite in the order; the newest come first where it is empty. */
const places = {
  newest: fragment(`''`),
  name: fragment('lower(s.name)'),
  verdict: fragment(`(case when s.latest_verdict is null then '3' when s.latest_verdict = 'failed' then '0'
    when s.latest_verdict = 'passed' then '2' else '1' end) || lower(s.name)`),
  passRate: fragment(`to_char(coalesce((s.recent_runs -> 0 ->> 'passRate')::float8, 2), 'FM0.000000')`),
  flaky: fragment(`to_char(1000000 - s.latest_flaky, 'FM0000000')`),
  latestRun: fragment(`to_char(100000000000 - coalesce(extract(epoch from s.latest_run_at), 0), 'FM000000000000.000')`),
};

/** The pattern of a text as it stands in JSON. */
const inJson = (text: string): string => containing(JSON.stringify(text).slice(1, -1));

/** The suites that match every filter, in the order of `sort`, after a place. */
export async function listSuites(
  db: Db,
  projectId: string,
  { q, verdict, tag, serverId, flaky, scheduled, archived = false, sort = 'newest' }: SuiteFilter,
  after: readonly [place: string, id: string] | undefined,
  limit: number,
): Promise<PlacedSuite[]> {
  const [place, id] = after ?? [null, null];
  const found = await rows<ListedRow>(
    db,
    sql`
    select s.id, s.project_id, s.name, s.declared_id, s.managed_by, s.revision, s.created_at, s.updated_at, s.archived_at, s.tags, s.server_ids,
           s.runs, s.passed_trials, s.failed_trials, s.recent_runs, ${places[sort]} as place,
           c.suite_id is not null as has_schedule, c.interval_minutes, c.cron, c.time_zone, c.next_due_at, c.last_due_at, c.last_run_id,
           c.consecutive_failures, c.status_reason, c.created_by, c.environment_id, c.pause_after,
           (select count(*)::int from schedule_ticks t
            where t.suite_id = s.id and (t.reason is not null or t.verdict not in ('passed', 'failed')) and not exists (
              select from schedule_ticks later
              where later.suite_id = s.id and later.due_at > t.due_at and later.verdict in ('passed', 'failed'))) as ticks_without_verdict
    from suites s left join schedules c on c.suite_id = s.id
    where s.project_id = ${projectId} and (s.archived_at is not null) = ${archived}
      and (${q}::text is null or s.name ilike ${containing(q ?? '')} or exists (
        select from cases k where k.suite_id = s.id and k.body::text ilike ${inJson(q ?? '')}))
      and (${verdict}::text is null or coalesce(s.latest_verdict, 'none') = any(string_to_array(${verdict}, ',')))
      and (${tag}::text is null or ${tag} = any(s.tags))
      and (${serverId}::text is null or ${serverId} = any(s.server_ids))
      and (${flaky}::boolean is null or (s.latest_flaky > 0) = ${flaky})
      and (${scheduled}::boolean is null or (c.next_due_at is not null) = ${scheduled})
      and (${id}::text is null or case when ${sort} = 'newest' then s.id < ${id}
             else (${places[sort]} collate "C", s.id) > (${place}, ${id}) end)
    order by ${places[sort]} collate "C", case when ${sort} = 'newest' then s.id end desc, s.id limit ${limit}`,
  );
  return found.map((row) => ({
    ...toHead(row),
    tags: row.tags,
    serverIds: row.serverIds,
    history: toHistory(row),
    schedule: row.hasSchedule ? toStoredSchedule(row) : undefined,
    ticksWithoutVerdict: row.ticksWithoutVerdict,
    place: row.place,
  }));
}

/** The facts that the filters of a list tell suites apart by, of the suites that `q` finds. */
export const listSuiteFacts = (db: Db, projectId: string, q: string | undefined): Promise<SuiteFacts[]> =>
  rows<SuiteFacts>(
    db,
    sql`
    select coalesce(s.latest_verdict, 'none') as verdict, s.tags, s.server_ids, s.latest_flaky > 0 as "isFlaky",
           exists (select from schedules c where c.suite_id = s.id and c.next_due_at is not null) as "isScheduled",
           s.archived_at is not null as "isArchived"
    from suites s
    where s.project_id = ${projectId}
      and (${q}::text is null or s.name ilike ${containing(q ?? '')} or exists (
        select from cases k where k.suite_id = s.id and k.body::text ilike ${inJson(q ?? '')}))`,
  );
