import type { PairedCounts } from '@assay/grading/statistics/newcombe';
import { rows, sql, type Db } from '@assay/kit/postgres/db';
import type { PairedRuns } from '../../domain/journey-runs/wave-comparison.ts';

/**
 * The pairs of graded sessions, by the places of their cells. Each session of both sides is read once, so that the plan does
 * not depend on statistics about the sizes of runs.
 */
export async function countPairs(db: Db, runs: readonly PairedRuns[]): Promise<Map<number, PairedCounts>> {
  if (runs.length === 0) return new Map();
  const sides = runs.flatMap(({ cell, old, now }, pair) => [
    { cell, pair, isNew: false, ...old },
    { cell, pair, isNew: true, ...now },
  ]);
  const found = await rows<PairedCounts & { cell: number }>(
    db,
    sql`
    select cell,
      count(*) filter (where was and "is")::int as "bothPassed", count(*) filter (where was and not "is")::int as "onlyOld",
      count(*) filter (where "is" and not was)::int as "onlyNew", count(*) filter (where not "is" and not was)::int as "bothFailed"
    from (
      select p.cell, bool_or(s.passed) filter (where not p.is_new) as was, bool_or(s.passed) filter (where p.is_new) as "is"
      from unnest(
        ${sides.map(({ cell }) => cell)}::int[], ${sides.map(({ pair }) => pair)}::int[], ${sides.map(({ isNew }) => isNew)}::boolean[],
        ${sides.map(({ runId }) => runId)}::text[], ${sides.map(({ firstPosition }) => firstPosition)}::int[],
        ${sides.map(({ count }) => count)}::int[]
      ) as p(cell, pair, is_new, run_id, first, sessions)
      join sessions s on s.run_id = p.run_id and s.position >= p.first and s.position < p.first + p.sessions
      where s.passed is not null
      group by p.cell, p.pair, s.session_index, s.seed) held
    where was is not null and "is" is not null
    group by cell`,
  );
  return new Map(found.map(({ cell, ...counts }) => [cell, counts]));
}
