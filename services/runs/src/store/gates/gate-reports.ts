import type { GateReport } from '@assay/contract/areas/gates/documents';
import { rows, sql, type Db } from '@assay/kit/postgres/db';

export async function findGateReport(db: Db, runId: string): Promise<GateReport | undefined> {
  const [found] = await rows<{ report: GateReport }>(db, sql`select report from gate_reports where run_id = ${runId}`);
  return found?.report;
}

/** Writes a report; returns the existing one when a concurrent request was faster. */
export async function insertGateReport(db: Db, report: GateReport): Promise<GateReport> {
  const written = await rows(
    db,
    sql`insert into gate_reports (run_id, report) values (${report.runId}, ${report}) on conflict do nothing returning run_id`,
  );
  return written.length > 0 ? report : (await findGateReport(db, report.runId))!;
}

/** Locks a run against changes and removal until the transaction ends; false when it is gone. */
export async function holdRun(db: Db, runId: string): Promise<boolean> {
  return (await rows(db, sql`select from runs where id = ${runId} for share`)).length > 0;
}
