import { ChangeMade } from '@assay/contract/events';
import type { Pool } from 'pg';

/** A change as the audit log is told of it, with its documents and the name of its operation read. */
export interface ToldChange extends Omit<ChangeMade, 'before' | 'after'> {
  operation: string;
  before: Record<string, unknown> | undefined;
  after: Record<string, unknown> | undefined;
}

export function toldChange(event: Uint8Array): ToldChange {
  const { before, after, ...change } = ChangeMade.codec.decode(event);
  return { ...change, operation: change.rpc.split('/').at(-1)!, before: read(before), after: read(after) };
}

/** What a service whose events nobody takes has told the audit log, the oldest first. */
export async function toldChanges(pool: Pool): Promise<ToldChange[]> {
  const { rows } = await pool.query<{ value: Buffer }>(
    `select value from outbox where topic = '${ChangeMade.topic}' order by id`,
  );
  return rows.map(({ value }) => toldChange(value));
}

const read = (bytes: Uint8Array): Record<string, unknown> | undefined =>
  bytes.length === 0 ? undefined : (JSON.parse(Buffer.from(bytes).toString()) as Record<string, unknown>);
