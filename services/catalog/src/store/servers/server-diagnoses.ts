import type { Cause } from '@assay/contract/areas/diagnosis/cause';
import type { ServerDays, ServerDiagnosis, ServerState } from '@assay/contract/areas/servers/diagnoses';
import { given } from '@assay/contract/given';
import { fragment, rows, sql, type Db } from '@assay/kit/postgres/db';

/** At most this many diagnoses of a server are kept. */
const KEPT = 200;
/** At most this many servers have days in one answer. */
const MAX_SERVERS = 500;

/** The fields of a diagnosis that depend on the report alone. */
export type DiagnosisBody = Omit<
  ServerDiagnosis,
  'id' | 'serverId' | 'diagnosedAt' | 'diagnosedBy' | 'cause' | 'checks'
>;

export type DiagnosisChecks = NonNullable<ServerDiagnosis['checks']>;

export interface DiagnosisRow {
  id: string;
  serverId: string;
  /** ISO 8601 in JSON that Postgres built. */
  diagnosedAt: Date | string;
  userId: string | null;
  cause: Cause | null;
  body: DiagnosisBody;
  /** Of the last diagnosis of a server, where they were asked for. */
  checks?: DiagnosisChecks | null;
}

export interface DiagnosisWrite {
  id: string;
  projectId: string;
  serverId: string;
  userId: string | undefined;
  state: ServerState;
  cause: Cause | undefined;
  body: DiagnosisBody;
  checks: DiagnosisChecks | undefined;
}

/** The text of an expression that is a `DiagnosisRow` of the table `diagnoses` as JSON. */
export const diagnosisFields =
  "json_build_object('id', diagnoses.id, 'serverId', diagnoses.server_id, 'diagnosedAt', diagnoses.diagnosed_at, 'userId', diagnoses.user_id, 'cause', diagnoses.cause, 'body', diagnoses.body)";

export const toDiagnosis = ({
  id,
  serverId,
  diagnosedAt,
  userId,
  cause,
  body,
  checks,
}: DiagnosisRow): ServerDiagnosis => ({
  id,
  serverId,
  diagnosedAt: new Date(diagnosedAt).getTime(),
  ...given({ diagnosedBy: userId ?? undefined, cause: cause ?? undefined }),
  ...body,
  ...given({ checks: checks ?? undefined }),
});

/** Stores a diagnosis, deletes the checks of the one before, and the oldest beyond the kept number. */
export async function insertDiagnosis(
  db: Db,
  { id, projectId, serverId, userId, state, cause, body, checks }: DiagnosisWrite,
): Promise<void> {
  await db.query(sql`
    update server_diagnoses set checks = null
    where project_id = ${projectId} and server_id = ${serverId} and checks is not null`);
  await db.query(sql`
    insert into server_diagnoses (id, project_id, server_id, user_id, state, cause, body, checks)
    values (${id}, ${projectId}, ${serverId}, ${userId}, ${state}, ${cause}, ${JSON.stringify(body)},
      ${checks ? JSON.stringify(checks) : null})`);
  await db.query(sql`
    delete from server_diagnoses where project_id = ${projectId} and id in (
      select id from server_diagnoses where server_id = ${serverId} order by id desc offset ${KEPT})`);
}

/** Newest first, from the one after `after`; without evidence. */
export async function listDiagnoses(
  db: Db,
  projectId: string,
  serverId: string,
  after: string | undefined,
  limit: number,
): Promise<ServerDiagnosis[]> {
  const found = await rows<DiagnosisRow>(
    db,
    sql`
    select id, server_id, diagnosed_at, user_id, cause, body from server_diagnoses
    where project_id = ${projectId} and server_id = ${serverId} and (${after}::text is null or id < ${after})
    order by id desc limit ${limit}`,
  );
  return found.map(toDiagnosis).map(({ evidence: _evidence, ...diagnosis }) => diagnosis);
}

const worst = fragment(
  `(array['unusable', 'look', 'well'])[min(case state when 'unusable' then 1 when 'look' then 2 else 3 end)]`,
);

/** The worst diagnosis of each server and day; days begin `offset` minutes before they do in UTC. */
export async function listDays(db: Db, projectId: string, days: number, offset: number): Promise<ServerDays> {
  const found = await rows<{ first: string; serverId: string | null; states: (ServerState | null)[] | null }>(
    db,
    sql`
    with span as (
      select ((now() at time zone 'utc') + ${offset} * interval '1 minute')::date as today),
    by_day as (
      select server_id, (diagnosed_at at time zone 'utc' + ${offset} * interval '1 minute')::date as day, ${worst} as state
      from server_diagnoses where project_id = ${projectId} and diagnosed_at > now() - ${days + 1} * interval '1 day'
      group by server_id, day),
    diagnosed as (
      select distinct server_id from by_day, span where day > today - ${days}::integer order by server_id limit ${MAX_SERVERS})
    select (today - ${days}::integer + 1)::text as first, server_id,
      (select array_agg(by_day.state order by date)
        from generate_series(today - ${days}::integer + 1, today, interval '1 day') date
          left join by_day on by_day.server_id = diagnosed.server_id and by_day.day = date::date) as states
    from span left join diagnosed on true`,
  );
  return {
    from: found[0]!.first,
    items: found.flatMap(({ serverId, states }) => (serverId === null ? [] : [{ serverId, days: states! }])),
  };
}
