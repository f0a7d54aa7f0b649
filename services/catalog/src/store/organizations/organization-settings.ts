import { fragment, rows, sql, type Db } from '@assay/kit/postgres/db';
import type { OwnSettings } from '../../domain/organizations/organization-settings.ts';

interface SettingsRow {
  features: OwnSettings['features'] | null;
  requests_per_minute: number | null;
  request_burst: number | null;
  concurrent_runs: number | null;
  brakes: NonNullable<OwnSettings['limits']['brakes']> | null;
  retention: OwnSettings['retention'] | null;
  updated_at: Date | null;
}

/** An organization's own settings and the time of their last change; undefined while it never changed any. */
export interface StoredSettings {
  own: OwnSettings;
  updatedAt: Date | undefined;
}

const columns = fragment(
  'features, requests_per_minute, request_burst, concurrent_runs, brakes, retention, organization_settings.updated_at',
);

const toSettings = (row: SettingsRow): StoredSettings => ({
  own: {
    features: row.features ?? {},
    retention: row.retention ?? {},
    limits: {
      ...(row.requests_per_minute !== null && { requestsPerMinute: row.requests_per_minute }),
      ...(row.request_burst !== null && { requestBurst: row.request_burst }),
      ...(row.concurrent_runs !== null && { concurrentRuns: row.concurrent_runs }),
      ...(row.brakes && { brakes: row.brakes }),
    },
  },
  updatedAt: row.updated_at ?? undefined,
});

/** Undefined when there is no such organization. */
export async function findSettings(db: Db, organizationId: string): Promise<StoredSettings | undefined> {
  const [row] = await rows<SettingsRow>(
    db,
    sql`
    select ${columns} from live_organizations left join organization_settings on organization_id = id where id = ${organizationId}`,
  );
  return row && toSettings(row);
}

export async function replaceSettings(
  db: Db,
  organizationId: string,
  { features, limits, retention }: OwnSettings,
): Promise<StoredSettings> {
  const { requestsPerMinute, requestBurst, concurrentRuns, brakes = {} } = limits;
  const [row] = await rows<SettingsRow>(
    db,
    sql`
    insert into organization_settings (organization_id, features, requests_per_minute, request_burst, concurrent_runs, brakes, retention)
    values (${organizationId}, ${features}, ${requestsPerMinute}, ${requestBurst}, ${concurrentRuns}, ${brakes}, ${retention})
    on conflict (organization_id) do update set features = excluded.features, requests_per_minute = excluded.requests_per_minute,
      request_burst = excluded.request_burst, concurrent_runs = excluded.concurrent_runs, brakes = excluded.brakes, retention = excluded.retention, updated_at = now()
    returning ${columns}`,
  );
  return toSettings(row!);
}

/** The organization's limit of concurrent runs; undefined when it has not set one. */
export async function findConcurrentRuns(db: Db, organizationId: string): Promise<number | undefined> {
  const [row] = await rows<{ concurrent_runs: number | null }>(
    db,
    sql`select concurrent_runs from organization_settings where organization_id = ${organizationId}`,
  );
  return row?.concurrent_runs ?? undefined;
}
