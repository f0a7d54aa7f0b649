import type { PairedCounts } from '@assay/grading/statistics/newcombe';
import { rows, sql, type Db } from '@assay/kit/postgres/db';
import type { PairedRuns } from '../../domain/journey-runs/wave-comparison.ts';

/** The pairs of graded sessions, by the places of their cells. */
export async function countPairs(db: Db, runs: readonly PairedRuns[]): Promise<Map<number, PairedCounts>> {
  if (runs.length === 0) return new Map();
  const found = await rows<PairedCounts & { cell: number }>(
    db,
    sql`
    select p.cell,
      count(*) filter (where o.passed and n.passed)::int as "bothPassed",
      count(*) filter (where o.passed and not n.passed)::int as "onlyOld",
      count(*) filter (where n.passed and not o.passed)::int as "onlyNew",
      count(*) filter (where not n.passed and not o.passed)::int as "bothFailed"
    from unnest(
      ${runs.map(({ cell }) => cell)}::int[],
      ${runs.map(({ old }) => old.runId)}::text[], ${runs.map(({ old }) => old.firstPosition)}::int[],
      ${runs.map(({ now }) => now.runId)}::text[], ${runs.map(({ now }) => now.firstPosition)}::int[],
      ${runs.map(({ old, now }) => Math.min(old.count, now.count))}::int[]
    ) as p(cell, old_run, old_first, new_run, new_first, sessions)
    join sessions o on o.run_id = p.old_run and o.position >= p.old_first and o.position < p.old_first + p.sessions
    join sessions n on n.run_id = p.new_run and n.position = o.position - p.old_first + p.new_first and n.seed = o.seed
    where o.passed is not null and n.passed is not null
    group by p.cell`,
  );
  return new Map(found.map(({ cell, ...counts }) => [cell, counts]));
}
