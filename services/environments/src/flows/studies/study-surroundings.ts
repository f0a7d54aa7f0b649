import { withHiddenPath } from '@assay/contract/areas/servers/path-secrets';
import type { StudyServer } from '@assay/contract/areas/studies/documents';
import type { Deps } from '../../deps.ts';
import { pluginServers, selectedParts } from '../../domain/bundles/selected-parts.ts';
import { selectedServers } from '../../domain/bundles/selected-servers.ts';
import type { StoredStudy } from '../../domain/studies/study-record.ts';
import type { StudySurroundings } from '../../domain/studies/study-view.ts';
import { findEnvironmentSources } from '../../store/bundles/bundle-sources.ts';
import { findBundleParts } from '../../store/plugins/bundle-parts.ts';
import { savedServerRecords } from '../servers/saved-servers.ts';

/** Viewers read studies. Null for a server that is a command. */
const shownAddress = (url: string): string | null => withHiddenPath(url) || null;

/** The surroundings of studies of one project, by the ids of the studies; in two statements and one request. */
export async function surroundingsOf(
  { pool, catalog }: Pick<Deps, 'pool' | 'catalog'>,
  projectId: string,
  studies: readonly StoredStudy[],
): Promise<Map<string, StudySurroundings>> {
  if (studies.length === 0) return new Map();
  const sources = await findEnvironmentSources(pool, projectId, [
    ...new Set(studies.map(({ environmentId }) => environmentId)),
  ]);
  const all = [...sources.values()];
  const pluginVersionIds = [...new Set(all.flatMap((source) => selectedParts(source).pluginVersionIds))];
  const [saved, { versions }] = await Promise.all([
    savedServerRecords(catalog, projectId, [...new Set(all.flatMap(selectedServers).map(({ id }) => id))]),
    pluginVersionIds.length === 0
      ? { versions: [] }
      : findBundleParts(pool, projectId, { pluginVersionIds, skills: { ids: [], versionPins: [] } }),
  ]);
  const savedById = new Map(saved.map((server) => [server.id, server]));
  return new Map(
    studies.map(({ id, environmentId }) => {
      const source = sources.get(environmentId)!;
      const own = selectedServers(source).flatMap((selected): StudyServer[] => {
        const server = savedById.get(selected.id);
        return server
          ? [{ id: server.id, name: server.name, url: shownAddress(server.url), useOAuth: server.useOauth }]
          : [];
      });
      const pinned = selectedParts(source).pluginVersionIds;
      const declared = pluginServers({ versions: versions.filter((version) => pinned.includes(version.id)) }, {}).map(
        (server): StudyServer => ({
          id: server.id,
          name: server.name,
          url: shownAddress(server.declaration && 'url' in server.declaration ? server.declaration.url : ''),
          useOAuth: false,
        }),
      );
      return [id, { source, servers: [...own, ...declared] }];
    }),
  );
}
