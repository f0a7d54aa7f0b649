import type { ServerState, SignIn } from '@assay/contract/areas/servers/diagnoses';
import type { Server } from '@assay/contract/areas/servers/documents';
import type { ListServers, ServerCounts } from '@assay/contract/areas/servers/listed-servers';
import { given } from '@assay/contract/given';
import { fragment, lookup, rows, sql, type Db } from '@assay/kit/postgres/db';
import { serverColumns, toServer, type ServerRow } from './servers.ts';
import { diagnosisFields, toDiagnosis, type DiagnosisRow } from './server-diagnoses.ts';

/** A filter of a project's servers; an absent field does not restrict. */
export type ServerFilter = Pick<ListServers, 'enabled' | 'tag' | 'q' | 'state' | 'transport' | 'signIn'>;
export type ServerSort = NonNullable<ListServers['sort']>;
/** The position of a server in a sorted list: the rank of its state, its first cause, its name in lower case, its id. */
export type ServerPosition = readonly [rank: number, cause: string, name: string, id: string];

interface ListedRow extends ServerRow {
  state: ServerState | null;
  since: Date | null;
  readyAt: Date | null;
  toolCount: number | null;
  signIn: SignIn | null;
  breaking: number | null;
  additive: number | null;
  cosmetic: number | null;
  changedAt: Date | null;
  diagnosis: DiagnosisRow | null;
  /** Of a server that was found by its id. */
  checks?: DiagnosisRow['checks'];
  rank: number;
  sortedCause: string;
  sortedName: string;
}

const from = fragment(
  'servers left join server_states states on states.server_id = servers.id left join server_diagnoses diagnoses on diagnoses.id = states.diagnosis_id',
);
const standing = fragment(
  'states.state, states.since, states.ready_at, states.tool_count, states.sign_in, states.breaking, states.additive, states.cosmetic, states.changed_at',
);
const diagnosis = fragment(`case when diagnoses.id is not null then ${diagnosisFields} end as diagnosis`);
const state = fragment(`coalesce(states.state, 'unknown')`);
const rank = fragment(`case ${state.text} when 'unusable' then 0 when 'look' then 1 when 'unknown' then 2 else 3 end`);
const cause = fragment(`coalesce(states.cause, '')`);

const toListed = (row: ListedRow): Server => ({
  ...toServer(row),
  ...given({
    state: row.state === 'unknown' ? undefined : (row.state ?? undefined),
    stateSince: row.since?.getTime(),
    readyAt: row.readyAt?.getTime(),
    toolCount: row.toolCount ?? undefined,
    signIn: row.signIn ?? undefined,
    lastDiagnosis: row.diagnosis ? toDiagnosis({ ...row.diagnosis, ...given({ checks: row.checks }) }) : undefined,
  }),
  ...(row.changedAt && {
    surfaceChange: {
      breaking: row.breaking!,
      additive: row.additive!,
      cosmetic: row.cosmetic!,
      seenAt: row.changedAt.getTime(),
    },
  }),
});

export async function findServer(db: Db, projectId: string, id: string): Promise<Server | undefined> {
  const [row] = await rows<ListedRow>(
    db,
    lookup`select ${serverColumns}, ${standing}, ${diagnosis}, diagnoses.checks from ${from} where servers.project_id = ${projectId} and servers.id = ${id}`,
  );
  return row && toListed(row);
}

/** Sorted as asked, from the one after `after`; without the evidence of their diagnoses. */
export async function listServers(
  db: Db,
  projectId: string,
  { enabled, tag, q, state: asked, transport, signIn }: ServerFilter,
  sort: ServerSort,
  after: ServerPosition | undefined,
  limit: number,
): Promise<{ server: Server; position: ServerPosition }[]> {
  const [byState, byName] = [sort === 'state', sort !== 'newest'];
  const like = q === undefined ? null : patternOf(q);
  const [atRank, atCause, atName, atId] = after ?? [null, null, null, null];
  const found = await rows<ListedRow>(
    db,
    sql`
    with matched as (
      select ${serverColumns}, ${standing}, ${diagnosis},
        case when ${byState} then ${rank} else 0 end as rank,
        case when ${byState} then ${cause} else '' end as sorted_cause,
        case when ${byName} then lower(servers.name) else '' end as sorted_name
      from ${from}
      where servers.project_id = ${projectId}
        and (${enabled}::boolean is null or servers.enabled = ${enabled}) and (${tag}::text is null or servers.body->'tags' ? ${tag})
        and (${asked}::text is null or ${state} = ${asked}) and (${transport}::text is null or servers.transport = ${transport})
        and (${signIn}::text is null or states.sign_in = ${signIn})
        and (${like}::text is null or concat_ws(' ', servers.name, servers.body->>'url', servers.body->>'command', servers.body->>'tags') ilike ${like}))
    select * from matched
    where ${atId}::text is null
      or (rank, sorted_cause, sorted_name) > (${atRank}::integer, ${atCause}::text, ${atName}::text)
      or ((rank, sorted_cause, sorted_name) = (${atRank}::integer, ${atCause}::text, ${atName}::text) and id < ${atId})
    order by rank, sorted_cause, sorted_name, id desc limit ${limit}`,
  );
  return found.map((row) => ({
    server: withoutEvidence(toListed(row)),
    position: [row.rank, row.sortedCause, row.sortedName, row.id],
  }));
}

/** Counts the servers of each group under the filters of all other groups. */
export async function countServers(
  db: Db,
  projectId: string,
  { enabled, tag, q, state: asked, transport, signIn }: ServerFilter,
): Promise<ServerCounts> {
  const like = q === undefined ? null : patternOf(q);
  const [row] = await rows<{ counts: ServerCounts }>(
    db,
    sql`
    with base as (
      select ${state} as state, states.cause, servers.transport, states.sign_in, coalesce(servers.body->'tags', '[]') as tags,
        ${asked}::text is null or ${state} = ${asked} as in_state,
        ${transport}::text is null or servers.transport = ${transport} as in_transport,
        ${signIn}::text is null or coalesce(states.sign_in = ${signIn}, false) as in_sign_in,
        ${tag}::text is null or coalesce(servers.body->'tags' ? ${tag}, false) as in_tag
      from servers left join server_states states on states.server_id = servers.id
      where servers.project_id = ${projectId} and (${enabled}::boolean is null or servers.enabled = ${enabled})
        and (${like}::text is null or concat_ws(' ', servers.name, servers.body->>'url', servers.body->>'command', servers.body->>'tags') ilike ${like})),
    grouped as (
      select 'states' as kind, state as name, count(*)::integer as count from base where in_transport and in_sign_in and in_tag group by state
      union all
      select 'causes', cause, count(*)::integer from base
        where state = 'unusable' and cause is not null and in_transport and in_sign_in and in_tag group by cause
      union all
      select 'transports', transport, count(*)::integer from base where in_state and in_sign_in and in_tag group by transport
      union all
      select 'signIns', sign_in, count(*)::integer from base where sign_in is not null and in_state and in_transport and in_tag group by sign_in
      union all
      select 'tags', tag, count(*)::integer from base, jsonb_array_elements_text(tags) tag where in_state and in_transport and in_sign_in group by tag)
    select json_build_object(
      'total', (select count(*)::integer from base where in_state and in_transport and in_sign_in and in_tag),
      'states', ${groupOf('states')}, 'causes', ${groupOf('causes')}, 'transports', ${groupOf('transports')},
      'signIns', ${groupOf('signIns')}, 'tags', ${groupOf('tags')}) as counts`,
  );
  return row!.counts;
}

const groupOf = (kind: keyof ServerCounts) =>
  fragment(`(select coalesce(json_object_agg(name, count), '{}') from grouped where kind = '${kind as string}')`);

/** An ILIKE pattern of texts with `part` in them. */
const patternOf = (part: string): string => `%${part.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;

function withoutEvidence(server: Server): Server {
  if (!server.lastDiagnosis) return server;
  const { evidence: _evidence, ...lastDiagnosis } = server.lastDiagnosis;
  return { ...server, lastDiagnosis };
}
