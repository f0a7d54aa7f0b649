import { prepared, rows, sql, type Db } from '@assay/kit/postgres/db';
import type { FoundParts, SelectedParts } from '../../domain/bundles/selected-parts.ts';
import type { PinnedVersion } from '../../domain/plugins/plugin-record.ts';
import { bundleSkills, type SkillPart } from '../../domain/skills/bundle-skills.ts';

/** The selected parts of a project, in one statement, hence of one moment. */
export async function findBundleParts(
  db: Db,
  projectId: string,
  { pluginVersionIds, skills }: SelectedParts,
): Promise<FoundParts> {
  const pins = skills === 'all' ? [] : skills.versionPins;
  const [row] = await rows<{ versions: PinnedVersion[]; skills: SkillPart[] }>(
    db,
    prepared`
    with pinned as (
      select versions.*, plugins.name as plugin_name, array_position(${pluginVersionIds}::text[], versions.id) as place
      from plugin_versions versions join plugins on plugins.id = versions.plugin_id
      where versions.project_id = ${projectId} and versions.id = any(${pluginVersionIds}::text[])
    ), wanted as (
      select plugin_skills.skill_version_id, null as skill_id, pinned.id as plugin_version_id, pinned.place
      from pinned join plugin_skills on plugin_skills.plugin_version_id = pinned.id
      union all
      select coalesce(pins.version_id, skills.latest_version_id), skills.id, null, null
      from skills left join unnest(${pins.map((pin) => pin.skillId)}::text[], ${pins.map((pin) => pin.versionId)}::text[])
        as pins (skill_id, version_id) on pins.skill_id = skills.id
      where skills.project_id = ${projectId}
        and (skills.id = any(${skills === 'all' ? [] : skills.ids}::text[]) or (${skills === 'all'} and skills.plugin_id is null))
    )
    select coalesce((select json_agg(json_build_object('id', id, 'pluginId', plugin_id, 'pluginName', plugin_name,
        'bundleHash', bundle_hash, 'status', status, 'body', body) order by place) from pinned), '[]') as versions,
      coalesce((select json_agg(json_build_object('skillId', skills.id, 'versionId', versions.id,
          'pluginVersionId', wanted.plugin_version_id, 'name', skills.name, 'description', versions.description,
          'contentHash', versions.content_hash, 'body', versions.body)
          order by wanted.place nulls last, lower(skills.name), skills.id)
        from wanted join skill_versions versions on versions.id = wanted.skill_version_id
          join skills on skills.id = versions.skill_id
        where wanted.skill_id is null or wanted.skill_id = skills.id), '[]') as skills`,
  );
  return { versions: row!.versions, skills: bundleSkills(row!.skills) };
}

/**
 * The versions among `ids` that a project has and that can be pinned. They are not deleted before the transaction ends,
 * so that what pins them sees them.
 */
export async function keepPluginVersions(db: Db, projectId: string, ids: readonly string[]): Promise<string[]> {
  const found = await rows<{ id: string }>(
    db,
    sql`
    select id from plugin_versions
    where project_id = ${projectId} and id = any(${ids}) and status = 'ready' order by id for key share`,
  );
  return found.map(({ id }) => id);
}

/** The skills among `ids` that a project has, likewise. */
export async function keepSkills(db: Db, projectId: string, ids: readonly string[]): Promise<string[]> {
  const found = await rows<{ id: string }>(
    db,
    sql`select id from skills where project_id = ${projectId} and id = any(${ids}) order by id for key share`,
  );
  return found.map(({ id }) => id);
}

/** The versions among `pins` that a project has of the pinned skills, likewise. */
export async function keepSkillVersions(
  db: Db,
  projectId: string,
  pins: readonly { skillId: string; versionId: string }[],
): Promise<string[]> {
  const found = await rows<{ id: string }>(
    db,
    sql`
    select versions.id from skill_versions versions
    where versions.project_id = ${projectId} and (versions.skill_id, versions.id) in (
      select * from unnest(${pins.map(({ skillId }) => skillId)}::text[], ${pins.map(({ versionId }) => versionId)}::text[]))
    order by versions.id for key share`,
  );
  return found.map(({ id }) => id);
}
