import type { Pool } from 'pg';
import { ChangeMade } from '@assay/mesh/events';
import { auditedChange, type AuditedChange } from './audited-changes.ts';

/**
 * Collects the changes that a service reports to the audit log; each call answers the changes since the previous
 * call.
 */
export async function watchAudit(pool: Pool): Promise<() => Promise<AuditedChange[]>> {
  await pool.query(`
    create table told_changes (position bigserial, value bytea);
    create function keep_told_change() returns trigger language plpgsql as 'begin insert into told_changes (value) values (new.value); return null; end';
    create trigger keep_told_change after insert on outbox for each row when (new.topic = '${ChangeMade.topic}') execute function keep_told_change()`);
  return async () => {
    const { rows } = await pool.query<{ value: Buffer }>(
      'with told as (delete from told_changes returning *) select value from told order by position',
    );
    return rows.map(({ value }) => auditedChange(value));
  };
}
