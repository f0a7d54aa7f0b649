import type { Insights, InsightsBody } from '@assay/contract/areas/analysis/insights';
import { unifiedFindingsOf } from '@assay/contract/areas/analysis/unified-findings';
import { keptJson } from '@assay/kit/json/kept-json';
import { rows, sql, type Db, type Statement, type Tx } from '@assay/kit/postgres/db';

/** Insights as they are stored. */
export interface StoredInsights {
  status: 'pending' | 'completed';
  body: InsightsBody;
  reasonCode: string | null;
  updatedAt: Date;
}

/** The names of columns are fixed in the code, and never made of input. */
type Columns = Record<string, unknown>;

/** Insights that are to be stored: pending when a work item will explain them. */
export interface NewInsights {
  body: InsightsBody;
  jobId: string | null;
  reasonCode: string | null;
}

/**
 * A table of insights. Beside the columns of its key, it has `status`, `body`, `job_id` (unique; of the work item that
 * explains them), `reason_code` and `updated_at`.
 */
export class InsightsTable {
  private readonly table: string;

  constructor(table: string) {
    this.table = table;
  }

  async find(db: Db, key: Columns): Promise<StoredInsights | undefined> {
    const [found] = await rows<StoredInsights>(db, this.where(`select ${COLUMNS} from ${this.table}`, key));
    return found;
  }

  /** Writes insights in place of complete ones; false when others are there by now. `more` are columns beside the key. */
  async save(tx: Tx, key: Columns, { body, jobId, reasonCode }: NewInsights, more: Columns = {}): Promise<boolean> {
    await tx.query(this.where(`delete from ${this.table}`, key, `and status <> 'pending'`));
    const status = jobId === null ? 'completed' : 'pending';
    const row = { ...key, ...more, status, body: keptJson(body), job_id: jobId, reason_code: reasonCode };
    const places = Object.keys(row).map((_, i) => `$${i + 1}`);
    const { rowCount } = await tx.query(
      `insert into ${this.table} (${Object.keys(row).join(', ')}) values (${places.join(', ')}) on conflict do nothing`,
      Object.values(row),
    );
    return rowCount === 1;
  }

  /** Insights, pending or complete, locked. */
  async lock(tx: Tx, key: Columns): Promise<InsightsBody | undefined> {
    const [found] = await rows<{ body: InsightsBody }>(
      tx,
      this.where(`select body from ${this.table}`, key, 'for update'),
    );
    return found?.body;
  }

  /** Changes locked insights; their state and their time stay. */
  async rewrite(tx: Tx, key: Columns, body: InsightsBody): Promise<void> {
    const { text, values } = this.where(`update ${this.table} set body = $${Object.keys(key).length + 1}`, key);
    await tx.query({ text, values: [...values, keptJson(body)] });
  }

  /** The pending insights that a work item explains, locked. */
  async claim(tx: Tx, jobId: string): Promise<InsightsBody | undefined> {
    const [claimed] = await rows<{ body: InsightsBody }>(
      tx,
      this.where(`select body from ${this.table}`, { job_id: jobId }, `and status = 'pending' for update`),
    );
    return claimed?.body;
  }

  /** Completes pending insights, with an explanation or with the reason why there is none. */
  async complete(tx: Tx, jobId: string, body: InsightsBody, reasonCode: string | null): Promise<void> {
    const { text, values } = sql`set status = 'completed', body = ${keptJson(body)}, reason_code = ${reasonCode},
      job_id = null, updated_at = now() where job_id = ${jobId}`;
    await tx.query({ text: `update ${this.table} ${text}`, values });
  }

  /** Deletes pending insights; answers the work item that was to explain them. */
  async deletePending(tx: Tx, key: Columns): Promise<string | undefined> {
    const [deleted] = await rows<{ jobId: string }>(
      tx,
      this.where(`delete from ${this.table}`, key, `and status = 'pending' returning job_id as "jobId"`),
    );
    return deleted?.jobId;
  }

  private where(head: string, key: Columns, tail = ''): Statement {
    const conditions = Object.keys(key).map((column, i) => `${column} = $${i + 1}`);
    return { text: `${head} where ${conditions.join(' and ')} ${tail}`, values: Object.values(key) };
  }
}

const COLUMNS = 'status, body, reason_code as "reasonCode", updated_at as "updatedAt"';

/** Insights as callers see them. */
export function shownInsights({ body, status, reasonCode, updatedAt }: StoredInsights): Insights {
  const made = { ...body, status, reasonCode, updatedAt: updatedAt.getTime() };
  return { ...made, currentFindings: body.findings, unifiedFindings: unifiedFindingsOf(made) };
}
