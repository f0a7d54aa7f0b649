import type { MetSurface } from '@assay/mesh/gen/assay/v1/iterations';
import { rows, sql, type Db } from '@assay/kit/postgres/db';
import { isHidden } from './tombstones.ts';

/** A surface that a run met of a server, compressed; null where it was too long to be kept. */
export interface RunSurface {
  runId: string;
  serverId: string;
  hash: string;
  body: Buffer | null;
}

/** Stores the surfaces that a locked run met, and their hashes with the run. */
export async function insertRunSurfaces(db: Db, runId: string, surfaces: readonly MetSurface[]): Promise<void> {
  if (surfaces.length === 0) return;
  // Tenant: the transaction has locked the run.
  await db.query(sql`
    with inserted as (
      insert into run_surfaces (run_id, server_id, hash, body)
      select ${runId}, s.server_id, s.hash, nullif(s.body, ''::bytea)
      from unnest(${surfaces.map(({ serverId }) => serverId)}::text[], ${surfaces.map(({ hash }) => hash)}::text[],
                  ${surfaces.map(({ body }) => body)}::bytea[]) as s(server_id, hash, body)
      on conflict do nothing returning server_id, hash)
    update runs set surfaces = surfaces || (
      select jsonb_agg(jsonb_build_object('serverId', server_id, 'hash', hash) order by server_id) from inserted)
    where id = ${runId} and exists (select from inserted)`);
}

/** The last surface that each run met of each of its servers. */
export const listLastSurfaces = (db: Db, runIds: string[]): Promise<RunSurface[]> =>
  rows<RunSurface>(
    db,
    sql`
    select distinct on (run_id, server_id) run_id, server_id, hash, body
    from run_surfaces where run_id = any(${runIds}) order by run_id, server_id, met_at desc`,
  );

/** A surface of a server that an environment met, and the run in which it did. */
export interface Meeting {
  environmentId: string | null;
  runId: string;
  runNumber: number;
  suiteId: string;
  hash: string;
  metAt: Date;
}

/** The last meetings of a server are looked at; older ones are left out. */
const LOOKED_AT = 1_000;
const MAX_ENVIRONMENTS = 200;

/** The last meeting of each environment with a server, the newest first. */
export const listLastMeetings = (db: Db, projectId: string, serverId: string): Promise<Meeting[]> =>
  rows<Meeting>(
    db,
    sql`
    with met as (
      select runs.environment_id, runs.id as run_id, runs.run_number, runs.suite_id, run_surfaces.hash, run_surfaces.met_at
      from run_surfaces join runs on runs.id = run_surfaces.run_id and runs.project_id = ${projectId}
      where run_surfaces.server_id = ${serverId} and not ${isHidden('runs')} order by run_surfaces.met_at desc limit ${LOOKED_AT}),
    latest as (
      select distinct on (environment_id) * from met order by environment_id, met_at desc)
    select environment_id, run_id, run_number, suite_id, hash, met_at from latest
    order by met_at desc limit ${MAX_ENVIRONMENTS}`,
  );
