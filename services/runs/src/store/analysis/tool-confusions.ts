import { CONFUSION_RUNS, type ToolConfusions } from '@assay/contract/areas/analysis/tool-confusions';
import { rows, sql, type Db } from '@assay/kit/postgres/db';
import { isHidden } from '../eval-runs/tombstones.ts';

/** At most this many failed trials are looked at, and this many pairs are answered. */
const [MAX_TRIALS, MAX_PAIRS] = [2_000, 50];

/** Pairs of a tool that was expected and another one that was called, in failed trials of a server's newest runs. */
export async function countConfusions(db: Db, projectId: string, serverId: string): Promise<ToolConfusions> {
  const [found] = await rows<ToolConfusions>(
    db,
    sql`
    with newest as materialized (
      select id from runs
      where project_id = ${projectId} and server_ids @> array[${serverId}::text] and completed_at is not null and not ${isHidden('runs')}
      order by created_at desc, id desc limit ${CONFUSION_RUNS}),
    failing as materialized (
      select i.id, i.run_id, i.grade from newest join iterations i on i.run_id = newest.id
      where i.result = 'failed' and i.grade is not null limit ${MAX_TRIALS}),
    tools as materialized (
      select id, run_id,
        array(select distinct e->>'toolName' from json_array_elements(grade->'expectedToolCalls') e) as expected,
        array(select distinct a->>'toolName' from json_array_elements(grade->'actualToolCalls') a) as called
      from failing),
    pairs as (
      select one as expected, other as called, count(*)::int as trials, max(id) as latest
      from tools, unnest(expected) one, unnest(called) other
      where not one = any(called) and not other = any(expected)
      group by one, other order by trials desc, one, other limit ${MAX_PAIRS})
    select (select count(*)::int from newest) as runs, coalesce(json_agg(json_build_object(
        'expected', pairs.expected, 'called', pairs.called, 'trials', pairs.trials,
        'example', json_build_object('runId', failing.run_id, 'iterationId', failing.id))
      order by pairs.trials desc, pairs.expected, pairs.called), '[]') as items
    from pairs join failing on failing.id = pairs.latest`,
  );
  return found!;
}
