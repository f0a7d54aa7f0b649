import { fragment, rows, sql, type Db } from '@assay/kit/postgres/db';
import type { StoredPlugin, StoredPluginVersion } from '../../domain/plugins/plugin-record.ts';
import type { BundleUsage } from '../../domain/plugins/quota.ts';

const columns = fragment(`plugins.id, plugins.project_id, plugins.name, plugins.active_version_id,
  newest.body ->> 'displayName' as display_name, newest.body ->> 'description' as description,
  plugins.created_at, plugins.updated_at`);
/** The version that describes a plugin: the active one, or the newest one. */
const withNewest = fragment(`plugins left join lateral (
  select body from plugin_versions where plugin_id = plugins.id
  order by id = plugins.active_version_id desc nulls last, created_at desc, id desc limit 1) newest on true`);
const versionColumns = fragment(`versions.id, versions.project_id, versions.plugin_id, plugins.name as plugin_name,
  versions.bundle_hash, versions.status, versions.body, versions.created_at`);
const withPlugin = fragment('plugin_versions versions join plugins on plugins.id = versions.plugin_id');

/** The plugins of a project, by name. */
export async function listPlugins(db: Db, projectId: string): Promise<StoredPlugin[]> {
  return rows<StoredPlugin>(
    db,
    sql`select ${columns} from ${withNewest} where plugins.project_id = ${projectId} order by lower(plugins.name)`,
  );
}

export async function findPlugin(db: Db, projectId: string, id: string): Promise<StoredPlugin | undefined> {
  const [row] = await rows<StoredPlugin>(
    db,
    sql`select ${columns} from ${withNewest} where plugins.project_id = ${projectId} and plugins.id = ${id}`,
  );
  return row;
}

/** More versions of a plugin are not listed: each may have hundreds of kilobytes. */
const LISTED_VERSIONS = 100;

/** The newest 100 versions of a plugin, newest first. */
export async function listVersions(db: Db, projectId: string, pluginId: string): Promise<StoredPluginVersion[]> {
  return rows<StoredPluginVersion>(
    db,
    sql`
    select ${versionColumns} from ${withPlugin}
    where versions.project_id = ${projectId} and versions.plugin_id = ${pluginId}
    order by versions.created_at desc, versions.id desc limit ${LISTED_VERSIONS}`,
  );
}

/** A version of a plugin of any project. */
export async function findVersion(db: Db, id: string): Promise<StoredPluginVersion | undefined> {
  const [row] = await rows<StoredPluginVersion>(
    db,
    sql`select ${versionColumns} from ${withPlugin} where versions.id = ${id}`,
  );
  return row;
}

/** The version of a plugin with this content. */
export async function findVersionByHash(
  db: Db,
  pluginId: string,
  hash: string,
): Promise<StoredPluginVersion | undefined> {
  const [row] = await rows<StoredPluginVersion>(
    db,
    sql`
    select ${versionColumns} from ${withPlugin}
    where versions.plugin_id = ${pluginId} and versions.bundle_hash = ${hash}`,
  );
  return row;
}

/** The ids among `ids` of servers that plugins of a project declare. No ids make no query. */
export async function listDeclaredServerIds(db: Db, projectId: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const found = await rows<{ id: string }>(
    db,
    sql`
    select distinct server ->> 'id' as id from plugin_versions, json_array_elements(body -> 'servers') server
    where project_id = ${projectId} and server ->> 'id' = any(${ids})`,
  );
  return found.map(({ id }) => id);
}

/** The id of the plugin of that name, which is made if there is none. Its row is locked until the transaction ends. */
export async function ensurePlugin(db: Db, projectId: string, name: string, newId: string): Promise<string> {
  const [row] = await rows<{ id: string }>(
    db,
    sql`
    insert into plugins (id, project_id, name) values (${newId}, ${projectId}, ${name})
    on conflict (project_id, lower(name)) do update set name = excluded.name returning id`,
  );
  return row!.id;
}

/** Locks a plugin until the transaction ends; false when there is none. */
export async function claimPlugin(db: Db, projectId: string, id: string): Promise<boolean> {
  const { rowCount } = await db.query(
    sql`select from plugins where project_id = ${projectId} and id = ${id} for update`,
  );
  return rowCount === 1;
}

export type NewPluginVersion = Omit<StoredPluginVersion, 'createdAt' | 'pluginName'> & {
  createdBy: string | undefined;
};

/** Stores a version with its skills. */
export async function insertVersion(
  db: Db,
  { id, pluginId, projectId, bundleHash, status, body, createdBy }: NewPluginVersion,
): Promise<void> {
  const text = JSON.stringify(body);
  await db.query(sql`
    insert into plugin_versions (id, plugin_id, project_id, bundle_hash, status, body, bytes, created_by)
    values (${id}, ${pluginId}, ${projectId}, ${bundleHash}, ${status}, ${text}, ${Buffer.byteLength(text)}, ${createdBy ?? null})`);
  await db.query(sql`
    insert into plugin_skills (plugin_version_id, skill_version_id)
    select ${id}, unnest(${body.skills.map(({ skillVersionId }) => skillVersionId)}::text[])`);
}

/** Makes the newest version that is ready the active one. */
export async function updateActiveVersion(db: Db, projectId: string, pluginId: string): Promise<void> {
  await db.query(sql`
    update plugins set updated_at = now(), active_version_id = (
      select id from plugin_versions where plugin_id = ${pluginId} and status = 'ready'
      order by created_at desc, id desc limit 1)
    where project_id = ${projectId} and id = ${pluginId}`);
}

/** False when the plugin has no such version. */
export async function deleteVersion(db: Db, projectId: string, pluginId: string, id: string): Promise<boolean> {
  const { rowCount } = await db.query(
    sql`delete from plugin_versions where project_id = ${projectId} and plugin_id = ${pluginId} and id = ${id}`,
  );
  return rowCount === 1;
}

/** Deletes the versions of a plugin, in the order in which others lock several; answers their ids. */
export async function deleteVersions(db: Db, projectId: string, pluginId: string): Promise<string[]> {
  const versions = await rows<{ id: string }>(
    db,
    sql`
    delete from plugin_versions
    where id = any(array(
      select id from plugin_versions where project_id = ${projectId} and plugin_id = ${pluginId} order by id for update))
    returning id`,
  );
  return versions.map((version) => version.id);
}

/** Deletes a plugin that has no versions any more. */
export async function deletePlugin(db: Db, projectId: string, id: string): Promise<void> {
  await db.query(sql`delete from plugins where project_id = ${projectId} and id = ${id}`);
}

/** Locks the plugins and skills of a project until the transaction ends, so that its quota holds. */
export async function claimBundles(db: Db, projectId: string): Promise<void> {
  await db.query(sql`select pg_advisory_xact_lock(hashtextextended(${`bundles of ${projectId}`}, 0))`);
}

/** The amounts that a project keeps of plugins and skills. */
export async function findBundleUsage(db: Db, projectId: string): Promise<BundleUsage> {
  const [row] = await rows<BundleUsage>(
    db,
    sql`
    select (select count(*) from plugins where project_id = ${projectId})::int as plugins,
      (select count(*) from skills where project_id = ${projectId})::int as skills,
      count(*)::int as versions, coalesce(sum(bytes), 0)::float8 as bytes
    from (select bytes from plugin_versions where project_id = ${projectId}
      union all select bytes from skill_versions where project_id = ${projectId}) kept`,
  );
  return row!;
}
