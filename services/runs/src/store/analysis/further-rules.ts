import type { ExternalRules } from '@assay/grading/compare/config-hash';
import { rows, sql, type Db } from '@assay/kit/postgres/db';

/** What decides the trials of some runs beside what their cases ask for. */
export async function listFurtherRules(db: Db, runIds: string[]): Promise<Map<string, ExternalRules>> {
  const found = await rows<ExternalRules & { runId: string }>(
    db,
    sql`
    select r.id as "runId", r.ingestion->>'evaluationConfigHash' as "reportedHash",
           (select judge_version from judgements j where j.run_id = r.id and j.gating order by j.number limit 1) as "judgeVersion"
    from runs r where r.id = any(${runIds})`,
  );
  return new Map(found.map(({ runId, ...rules }) => [runId, rules]));
}
