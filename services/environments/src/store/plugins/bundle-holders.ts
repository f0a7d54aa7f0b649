import { rows, sql, type Db } from '@assay/kit/postgres/db';
import type { DeletedSkills } from '../skills/skills.ts';

/** An environment or a client that selects a plugin version or a skill. */
export interface BundleHolder {
  kind: 'environment' | 'client';
  id: string;
  name: string;
}

/**
 * Environments that are not archived, and clients, that select one of these; at most 20. After the deletion of what they
 * select, in its transaction, nothing can select it unseen: who selects keeps the rows until then.
 */
export const listBundleHolders = (
  db: Db,
  projectId: string,
  { pluginVersionIds, skillIds, skillVersionIds }: DeletedSkills & { pluginVersionIds: string[] },
): Promise<BundleHolder[]> =>
  rows<BundleHolder>(
    db,
    sql`
    select 'environment' as kind, id, name from environments
    where project_id = ${projectId} and name is not null and archived_at is null and (
      (body -> 'pluginVersionIds')::jsonb ?| ${pluginVersionIds}::text[]
      or (body #> '{skillSelection,skillIds}')::jsonb ?| ${skillIds}::text[]
      or exists (select from json_array_elements(body #> '{skillSelection,versionPins}') pin
        where pin ->> 'versionId' = any(${skillVersionIds}::text[])))
    union all
    select 'client', clients.id, clients.name
    from clients join client_versions versions on versions.id = clients.version_id
    where clients.project_id = ${projectId}
      and (versions.config #> '{skillSelection,skillIds}')::jsonb ?| ${skillIds}::text[]
    order by kind desc, name limit 20`,
  );
