import { fragment, rows, sql, type Db } from '@assay/kit/postgres/db';
import type { SkillBody, StoredSkill } from '../../domain/skills/skill-record.ts';

const columns = fragment(
  'skills.id, skills.project_id, skills.plugin_id, skills.name, skills.created_at, skills.updated_at, versions.id as version_id, versions.content_hash, versions.description',
);

/** The skills of a project by name, each with its newest version. */
export async function listSkills(db: Db, projectId: string): Promise<StoredSkill[]> {
  return rows<StoredSkill>(
    db,
    sql`
    select ${columns} from skills join skill_versions versions on versions.id = skills.latest_version_id
    where skills.project_id = ${projectId} order by lower(skills.name), skills.id`,
  );
}

/** A skill in one of its versions, the newest by default. */
export async function findSkill(
  db: Db,
  projectId: string,
  id: string,
  versionId?: string,
): Promise<{ skill: StoredSkill; body: SkillBody } | undefined> {
  const [row] = await rows<StoredSkill & { body: SkillBody }>(
    db,
    sql`
    select ${columns}, versions.body from skills
      join skill_versions versions
        on versions.skill_id = skills.id and versions.id = coalesce(${versionId ?? null}, skills.latest_version_id)
    where skills.project_id = ${projectId} and skills.id = ${id}`,
  );
  if (!row) return undefined;
  const { body, ...skill } = row;
  return { skill, body };
}

/** The versions of a skill, newest first. */
export async function listSkillVersions(db: Db, skillId: string) {
  return rows<{ id: string; contentHash: string; createdAt: Date }>(
    db,
    sql`select id, content_hash, created_at from skill_versions where skill_id = ${skillId} order by created_at desc, id desc`,
  );
}

export interface NewSkillVersion {
  /** The ids of the skill and the version, if they are new. */
  skillId: string;
  versionId: string;
  projectId: string;
  pluginId: string | null;
  name: string;
  description: string;
  contentHash: string;
  body: SkillBody;
}

/**
 * Makes a version of the skill of that name the newest one; of content that it had before, the former version. Answers
 * the ids, whether the version is new, and whether the skill is another one now.
 */
export async function saveSkillVersion(
  db: Db,
  { skillId, versionId, projectId, pluginId, name, description, contentHash, body }: NewSkillVersion,
): Promise<{ skillId: string; versionId: string; isNew: boolean; isChange: boolean }> {
  const text = JSON.stringify(body);
  const [skill] = await rows<{ id: string }>(
    db,
    sql`
    insert into skills (id, project_id, plugin_id, name, latest_version_id)
    values (${skillId}, ${projectId}, ${pluginId}, ${name}, ${versionId})
    on conflict (project_id, coalesce(plugin_id, ''), lower(name)) do update set name = excluded.name
    returning id`,
  );
  const [made] = await rows<{ id: string }>(
    db,
    sql`
    insert into skill_versions (id, skill_id, project_id, content_hash, description, body, bytes)
    values (${versionId}, ${skill!.id}, ${projectId}, ${contentHash}, ${description}, ${text}, ${Buffer.byteLength(text)})
    on conflict (skill_id, content_hash) do nothing returning id`,
  );
  const [latest] = await rows<{ id: string; hasMoved: boolean }>(
    db,
    sql`
    update skills set latest_version_id = pushed.id,
      updated_at = case when latest_version_id = pushed.id then updated_at else now() end
    from (select id from skill_versions where skill_id = ${skill!.id} and content_hash = ${contentHash}) pushed
    where skills.project_id = ${projectId} and skills.id = ${skill!.id}
    returning pushed.id, old.latest_version_id <> pushed.id as has_moved`,
  );
  const isNew = made !== undefined;
  return { skillId: skill!.id, versionId: latest!.id, isNew, isChange: isNew || latest!.hasMoved };
}

/** The ids of deleted skills and of their deleted versions. */
export interface DeletedSkills {
  skillIds: string[];
  skillVersionIds: string[];
}

/** Locks the skills of a plugin, before any of their versions and in the order in which others lock several. */
async function claimPluginSkills(db: Db, pluginId: string): Promise<void> {
  await db.query(sql`select from skills where plugin_id = ${pluginId} order by id for update`);
}

/**
 * Deletes versions of a plugin's skills that no version of the plugin has, and skills without a version; the newest of
 * the others becomes the one in use.
 */
export async function deleteUnusedSkills(db: Db, projectId: string, pluginId: string): Promise<DeletedSkills> {
  await claimPluginSkills(db, pluginId);
  const versions = await rows<{ id: string }>(
    db,
    sql`
    delete from skill_versions using skills
    where skills.id = skill_versions.skill_id and skills.project_id = ${projectId} and skills.plugin_id = ${pluginId}
      and not exists (select from plugin_skills where skill_version_id = skill_versions.id)
    returning skill_versions.id`,
  );
  const skills = await rows<{ id: string }>(
    db,
    sql`
    delete from skills where project_id = ${projectId} and plugin_id = ${pluginId}
      and not exists (select from skill_versions where skill_id = skills.id)
    returning id`,
  );
  await db.query(sql`
    update skills set latest_version_id =
      (select id from skill_versions where skill_id = skills.id order by created_at desc, id desc limit 1)
    where project_id = ${projectId} and plugin_id = ${pluginId}
      and not exists (select from skill_versions where id = skills.latest_version_id)`);
  return { skillIds: skills.map(({ id }) => id), skillVersionIds: versions.map(({ id }) => id) };
}

/** Deletes the skills of a plugin with their versions. */
export async function deletePluginSkills(db: Db, projectId: string, pluginId: string): Promise<DeletedSkills> {
  await claimPluginSkills(db, pluginId);
  const deleted = await rows<{ id: string; versionId: string }>(
    db,
    sql`
    with doomed as (
      select skill_versions.id, skill_versions.skill_id from skills join skill_versions on skill_versions.skill_id = skills.id
      where skills.project_id = ${projectId} and skills.plugin_id = ${pluginId}),
    gone as (delete from skills where project_id = ${projectId} and plugin_id = ${pluginId})
    select skill_id as id, id as version_id from doomed`,
  );
  return {
    skillIds: [...new Set(deleted.map(({ id }) => id))],
    skillVersionIds: deleted.map((version) => version.versionId),
  };
}

/** False when the project has no such skill, or a plugin brings it. */
export async function deleteOwnSkill(db: Db, projectId: string, id: string): Promise<boolean> {
  const { rowCount } = await db.query(
    sql`delete from skills where project_id = ${projectId} and id = ${id} and plugin_id is null`,
  );
  return rowCount === 1;
}
