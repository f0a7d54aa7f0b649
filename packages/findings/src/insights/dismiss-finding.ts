import { notFound } from '@assay/contract/problem';
import { audit } from '@assay/kit/audit/audit';
import { rows, type Statement, type Tx } from '@assay/kit/postgres/db';

/** A stored finding: its table, the columns of its key, and the target in the audit log. The names are fixed in the code. */
export interface FindingRow {
  table: string;
  key: Record<string, string>;
  target: Record<string, string>;
}

/** Dismisses a finding, or takes that back; one that is so already stays as it is. Throws NOT_FOUND. */
export async function setDismissed(tx: Tx, { table, key, target }: FindingRow, dismissed: boolean): Promise<void> {
  const of = (head: string, tail = ''): Statement => {
    const conditions = Object.keys(key).map((column, i) => `${column} = $${i + 1}`);
    return { text: `${head} where ${conditions.join(' and ')} ${tail}`, values: Object.values(key) };
  };
  const [found] = await rows<{ wasDismissed: boolean }>(
    tx,
    of(`select dismissed_at is not null as "wasDismissed" from ${table}`, 'for update'),
  );
  if (!found) throw notFound('finding');
  const isChange = found.wasDismissed !== dismissed;
  if (isChange)
    await tx.query(of(`update ${table} set dismissed_at = ${dismissed ? 'now()' : 'null'}, updated_at = now()`));
  await audit(tx, isChange ? { target, after: { dismissed } } : undefined);
}
