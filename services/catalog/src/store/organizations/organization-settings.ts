import type { Feature } from '@assay/contract/access';
import { given } from '@assay/contract/given';
import { fragment, prepared, rows, sql, type Db } from '@assay/kit/postgres/db';
import { switchedOn, type LimitValues, type OwnSettings } from '../../domain/organizations/organization-settings.ts';

interface SettingsRow {
  features: OwnSettings['features'] | null;
  requestsPerMinute: number | null;
  requestBurst: number | null;
  concurrentRuns: number | null;
  runMinutes: number | null;
  queueMinutes: number | null;
  repetitions: number | null;
  brakes: NonNullable<OwnSettings['limits']['brakes']> | null;
  retention: OwnSettings['retention'] | null;
  commandsNeedAdmin: boolean | null;
  updatedAt: Date | null;
}

/** An organization's own settings and the time of their last change; undefined while it never changed any. */
export interface StoredSettings {
  own: OwnSettings;
  updatedAt: Date | undefined;
}

const columns = fragment(
  `features, requests_per_minute, request_burst, concurrent_runs, run_minutes, queue_minutes, repetitions, brakes, retention,
   commands_need_admin, organization_settings.updated_at`,
);

const toLimits = (row: SettingsRow): Partial<LimitValues> => ({
  ...given({
    requestsPerMinute: row.requestsPerMinute ?? undefined,
    requestBurst: row.requestBurst ?? undefined,
    concurrentRuns: row.concurrentRuns ?? undefined,
    runMinutes: row.runMinutes ?? undefined,
    queueMinutes: row.queueMinutes ?? undefined,
    repetitions: row.repetitions ?? undefined,
  }),
});

const toSettings = (row: SettingsRow): StoredSettings => ({
  own: {
    features: row.features ?? {},
    retention: row.retention ?? {},
    limits: { ...toLimits(row), ...(row.brakes && { brakes: row.brakes }) },
    servers: { ...(row.commandsNeedAdmin !== null && { commandsNeedAdmin: row.commandsNeedAdmin }) },
  },
  updatedAt: row.updatedAt ?? undefined,
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
  { features, limits, retention, servers }: OwnSettings,
): Promise<StoredSettings> {
  const {
    requestsPerMinute,
    requestBurst,
    concurrentRuns,
    runMinutes,
    queueMinutes,
    repetitions,
    brakes = {},
  } = limits;
  const [row] = await rows<SettingsRow>(
    db,
    sql`
    insert into organization_settings (organization_id, features, requests_per_minute, request_burst, concurrent_runs, run_minutes, queue_minutes,
                                       repetitions, brakes, retention, commands_need_admin)
    values (${organizationId}, ${features}, ${requestsPerMinute}, ${requestBurst}, ${concurrentRuns}, ${runMinutes}, ${queueMinutes}, ${repetitions},
            ${brakes}, ${retention}, ${servers.commandsNeedAdmin})
    on conflict (organization_id) do update set features = excluded.features, requests_per_minute = excluded.requests_per_minute,
      request_burst = excluded.request_burst, concurrent_runs = excluded.concurrent_runs, run_minutes = excluded.run_minutes,
      queue_minutes = excluded.queue_minutes, repetitions = excluded.repetitions, brakes = excluded.brakes, retention = excluded.retention,
      commands_need_admin = excluded.commands_need_admin, updated_at = now()
    returning ${columns}`,
  );
  return toSettings(row!);
}

/** The features that an organization has switched on; none when there is no such organization. */
export async function listFeatures(db: Db, organizationId: string): Promise<Feature[]> {
  const [row] = await rows<Pick<SettingsRow, 'features'>>(
    db,
    prepared`
    select features from live_organizations organizations
    left join organization_settings on organization_id = organizations.id where organizations.id = ${organizationId}`,
  );
  return row ? switchedOn(row.features) : [];
}
