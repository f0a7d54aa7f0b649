import type { InstallDirectoryServer } from '@assay/contract/areas/registry/documents';
import { conflict, notFound } from '@assay/contract/problem';
import type { Deps } from '../../deps.ts';
import { isEntryName, type RegistryEntry } from '../../domain/registry/entry.ts';
import { faultProblem } from '@assay/contract/fault';
import { findEntryName, registryServerId } from '../../store/registry/registry-servers.ts';
import type { Published } from './install-published.ts';
import { readDirectoryServer } from './read-directory.ts';
import type { RegistrySource } from './settings.ts';

export interface PublishedServer {
  source: RegistrySource;
  entry: RegistryEntry;
  stale: boolean;
}

/** The sources to ask: the named one, or all. VALIDATION_ERROR for an unknown name. */
export function sourcesNamed(
  { registrySources }: Pick<Deps, 'registrySources'>,
  name: string | undefined,
): RegistrySource[] {
  if (name === undefined) return registrySources;
  const source = registrySources.find((each) => each.name === name);
  if (!source) throw faultProblem({ path: '/source', message: 'is not one of the sources' });
  return [source];
}

/**
 * A version of a published server, by its id or its name, from the first source that has it.
 * @throws Problem NOT_FOUND; SERVER_UNREACHABLE when a source fails before the server is found.
 */
export async function findPublished(
  deps: Deps,
  idOrName: string,
  sourceName: string | undefined,
  version = 'latest',
): Promise<PublishedServer> {
  const known = idOrName.includes('/') ? undefined : await findEntryName(deps.pool, idOrName);
  const name = known?.name ?? idOrName;
  const sources =
    sourceName === undefined && known
      ? deps.registrySources.filter((each) => each.name === known.source)
      : sourcesNamed(deps, sourceName);
  if (!isEntryName(name)) throw notFound('published server');
  for (const source of sources) {
    const found = await readDirectoryServer(deps, source, name, version);
    if (found) return { source, entry: found.answer, stale: found.stale };
  }
  throw notFound('published server');
}

/**
 * The version of a published server that an install asks for; the latest one when it names none.
 * @throws CONFLICT when its content is another one than the expected.
 */
export async function findAskedVersion(
  deps: Deps,
  {
    name: idOrName,
    source: asked,
    version,
    expectedContentHash,
  }: Omit<InstallDirectoryServer, 'serverName' | 'endpoint' | 'inputs'>,
): Promise<Published> {
  const latest = await findPublished(deps, idOrName, asked);
  const { name, version: newest } = latest.entry.facts;
  const { entry, source } =
    version === undefined || version === newest ? latest : await findPublished(deps, name, latest.source.name, version);
  if (expectedContentHash !== undefined && expectedContentHash !== entry.facts.contentHash)
    throw conflict(`"${name}" has changed since it was read.`, {
      expectedContentHash,
      contentHash: entry.facts.contentHash,
    });
  return { id: registryServerId(source.name, name), source: source.name, entry };
}
