import type { ServiceReport, ServiceSetting } from '@assay/contract/areas/operator/documents';
import { given } from '@assay/contract/given';
import { withoutSecrets } from '@assay/contract/areas/servers/secret-values';
import { rows, sql, type Db } from '../postgres/db.ts';
import { knownSecrets } from '../security/known-secrets.ts';
import { recentFailures } from './recent-failures.ts';

/** At most this many tables and failures are told. */
const [MAX_TABLES, MAX_FAILURES] = [30, 50];

/** The settings, sizes and latest failures of a process. No secret of its settings is in it, however it came there. */
export const reportOf = (
  service: string,
  settings: readonly ServiceSetting[],
  tables: ServiceReport['tables'],
  isOwn: (source: string) => boolean,
): ServiceReport => {
  const failures = recentFailures(isOwn)
    .slice(0, MAX_FAILURES)
    .map(({ at, level, message, error }) => ({ at, level, message, ...given({ error }) }));
  const sorted = settings.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return { service, settings: sorted, tables, failures: withoutSecrets(failures, knownSecrets()) };
};

/** The largest tables of a service's schema. */
export async function listTables(db: Db): Promise<ServiceReport['tables']> {
  const found = await rows<{ name: string; rows: string; bytes: string }>(
    db,
    sql`
    select relname as name, greatest(n_live_tup, 0) as rows, pg_total_relation_size(relid) as bytes
    from pg_stat_user_tables where schemaname = current_schema()
    order by pg_total_relation_size(relid) desc, relname limit ${MAX_TABLES}`,
  );
  return found.map(({ name, rows: live, bytes }) => ({ name, rows: Number(live), bytes: Number(bytes) }));
}
