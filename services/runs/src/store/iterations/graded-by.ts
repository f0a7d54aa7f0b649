import { sql, type Db } from '@assay/kit/postgres/db';
import type { GradedBy } from '../../domain/iterations/graded-by.ts';

/** Notes for each case of a run, by its position, which rules its trials were graded by; null for those that the run froze. */
export async function noteGradedBy(db: Db, runId: string, rules: ReadonlyMap<number, GradedBy | null>): Promise<void> {
  await db.query(sql`
    update run_cases c set graded_by = n.rules
    from unnest(${[...rules.keys()]}::int[], ${[...rules.values()].map((each) => each && JSON.stringify(each))}::json[]) as n(position, rules)
    where c.run_id = ${runId} and c.position = n.position`);
}
