import { ChangeMade } from '@assay/mesh/events';
import type { Pool } from 'pg';

/** A change that was published for the audit log, with its documents and the name of its operation parsed. */
export interface AuditedChange extends Omit<ChangeMade, 'before' | 'after'> {
  operation: string;
  before: Record<string, unknown> | undefined;
  after: Record<string, unknown> | undefined;
}

export function auditedChange(event: Uint8Array): AuditedChange {
  const { before, after, ...change } = ChangeMade.codec.decode(event);
  return { ...change, operation: change.rpc.split('/').at(-1)!, before: read(before), after: read(after) };
}

/** The changes that a service without a relay has written for the audit log, oldest first. */
export async function auditedChanges(pool: Pool): Promise<AuditedChange[]> {
  const { rows } = await pool.query<{ value: Buffer }>(
    `select value from outbox where topic = '${ChangeMade.topic}' order by id`,
  );
  return rows.map(({ value }) => auditedChange(value));
}

const read = (bytes: Uint8Array): Record<string, unknown> | undefined =>
  bytes.length === 0 ? undefined : (JSON.parse(Buffer.from(bytes).toString()) as Record<string, unknown>);
