import { fragment, rows, sql, type Db } from '@assay/kit/postgres/db';
import { derivedId } from '@assay/kit/id';
import type { RegistryEntry } from '../../domain/registry/entry.ts';

/** The id of a source's server, derived from its name, so that it is the same in every process. */
export const registryServerId = (source: string, name: string): string => derivedId('regsrv', `${source} ${name}`);

/** The latest version of a published server that was seen, as the source sent it. */
export interface KnownServer {
  id: string;
  source: string;
  answer: object;
  updatedAt: Date;
}

interface KnownRow {
  id: string;
  source: string;
  entry: object;
  updatedAt: Date;
}
const toKnown = ({ id, source, entry, updatedAt }: KnownRow): KnownServer => ({
  id,
  source,
  answer: entry,
  updatedAt,
});

/** Stores the latest versions of servers; an unchanged entry is not rewritten. */
export async function storeEntries(
  db: Db,
  source: string,
  found: { entry: RegistryEntry; answer: object }[],
): Promise<void> {
  if (found.length === 0) return;
  const facts = found.map(({ entry }) => entry.facts);
  await db.query(sql`
    insert into registry_servers (id, source, name, version, content_hash, entry)
    select id, ${source}, name, version, content_hash, entry::json from unnest(
      ${facts.map(({ name }) => registryServerId(source, name))}::text[], ${facts.map(({ name }) => name)}::text[], ${facts.map(({ version }) => version)}::text[],
      ${facts.map(({ contentHash }) => contentHash)}::text[], ${found.map(({ answer }) => JSON.stringify(answer))}::text[]) as met (id, name, version, content_hash, entry)
    -- In one order, so that two searches never wait for each other.
    order by id
    on conflict (id) do update set version = excluded.version, entry = excluded.entry, content_hash = excluded.content_hash,
      updated_at = case when registry_servers.content_hash = excluded.content_hash then registry_servers.updated_at else now() end
    where registry_servers.content_hash <> excluded.content_hash or registry_servers.entry::text <> excluded.entry::text`);
}

export async function findKnownServer(db: Db, id: string): Promise<KnownServer | undefined> {
  const [row] = await rows<KnownRow>(
    db,
    sql`select id, source, entry, updated_at from registry_servers where id = ${id}`,
  );
  return row && toKnown(row);
}

export async function findEntryName(db: Db, id: string): Promise<{ source: string; name: string } | undefined> {
  const [row] = await rows<{ source: string; name: string }>(
    db,
    sql`select source, name from registry_servers where id = ${id}`,
  );
  return row;
}

/** A published server with the project's installation. */
export interface SeenServer extends KnownServer {
  ofOrganization: boolean;
  installed:
    | {
        serverId: string;
        version: string;
        contentHash: string;
        installedAt: Date;
      }
    | undefined;
}

/**
 * By name, from the one after `after`. `ofOrganization`: true for servers that a project of the organization has
 * installed, false for the others, absent for both.
 */
export async function listKnownServers(
  db: Db,
  organizationId: string,
  projectId: string,
  ofOrganization: boolean | undefined,
  after: readonly [name: string, id: string] | undefined,
  limit: number,
): Promise<SeenServer[]> {
  type Row = KnownRow & {
    ofOrganization: boolean;
    serverId: string | null;
    version: string;
    contentHash: string;
    installedAt: Date;
  };
  const found = await rows<Row>(
    db,
    sql`
    select known.id, known.source, known.entry, known.updated_at, known.of_organization, own.server_id, own.version, own.content_hash, own.installed_at
    from (
      select ${columns}, exists (
        select from registry_installs join projects on projects.id = project_id
        where registry_server_id = registry_servers.id and organization_id = ${organizationId}) as of_organization
      from registry_servers) known
    left join registry_installs own on own.registry_server_id = known.id and own.project_id = ${projectId}
    where (${ofOrganization}::boolean is null or of_organization = ${ofOrganization})
      and (${after?.[0]}::text is null or (known.name, known.id) > (${after?.[0]}, ${after?.[1]}))
    order by known.name, known.id limit ${limit}`,
  );
  return found.map((row) => ({
    ...toKnown(row),
    ofOrganization: row.ofOrganization,
    installed:
      row.serverId === null
        ? undefined
        : {
            serverId: row.serverId,
            version: row.version,
            contentHash: row.contentHash,
            installedAt: row.installedAt,
          },
  }));
}
const columns = fragment('id, source, name, entry, updated_at');
