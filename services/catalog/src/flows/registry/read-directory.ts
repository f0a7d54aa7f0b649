import { given } from '@assay/contract/given';
import { entryOf, type RegistryEntry } from '../../domain/registry/entry.ts';
import { objectOf, textOf } from '../../domain/untrusted.ts';
import { storeEntries } from '../../store/registry/registry-servers.ts';
import { askSource, type SourceAnswer, type RegistryAccess } from './ask-source.ts';
import type { RegistrySource } from './settings.ts';

/** A page of a directory: the latest version of each server in it. */
export interface DirectoryPage {
  entries: RegistryEntry[];
  nextCursor: string | undefined;
  stale: boolean;
}

const PAGE = 100;

/**
 * One page of the source's servers whose name contains `search`, from the source's own `cursor` on. Unreadable entries
 * are left out.
 */
export async function readDirectoryPage(
  access: RegistryAccess,
  source: RegistrySource,
  search: string,
  cursor: string,
): Promise<DirectoryPage> {
  const query = new URLSearchParams({
    version: 'latest',
    limit: String(PAGE),
    ...(search && { search }),
    ...(cursor && { cursor }),
  });
  const asked = await askSource(access, source, `/servers?${query.toString()}`, {
    read: (body) => {
      const { servers, metadata } = objectOf(body);
      if (!Array.isArray(servers)) return undefined;
      const next = textOf(objectOf(metadata).nextCursor ?? objectOf(metadata).next_cursor, 1_024);
      return { servers: latest(servers.slice(0, 10 * PAGE)), ...given({ next }) };
    },
    keep: ({ servers }) =>
      storeEntries(
        access.pool,
        source.name,
        servers.map((answer) => ({ entry: entryOf(answer)!, answer })),
      ),
  });
  if (!asked) return { entries: [], nextCursor: undefined, stale: false };
  const {
    answer: { servers, next },
    stale,
  } = asked;
  // An answer that an older release cached may be invalid by the rules of this release.
  return { entries: servers.flatMap((each) => entryOf(each) ?? []), nextCursor: next, stale };
}

/** Each server once; a version that is marked as not the latest is left out. */
function latest(servers: unknown[]): object[] {
  const byName = new Map<string, object>();
  for (const answer of servers) {
    const name = entryOf(answer)?.facts.name;
    const { isLatest } = objectOf(objectOf(objectOf(answer)._meta)['io.modelcontextprotocol.registry/official']);
    if (name !== undefined && isLatest !== false && !byName.has(name)) byName.set(name, answer as object);
  }
  return [...byName.values()];
}

/** One version of a server, `latest` or an exact one; undefined when the source does not have it. */
export async function readDirectoryServer(
  access: RegistryAccess,
  source: RegistrySource,
  name: string,
  version: string,
): Promise<SourceAnswer<RegistryEntry> | undefined> {
  const asked = await askSource(
    access,
    source,
    `/servers/${encodeURIComponent(name)}/versions/${encodeURIComponent(version)}`,
    {
      read: (body) => (entryOf(body)?.facts.name === name ? (body as object) : undefined),
      keep: async (answer) => {
        if (version === 'latest') await storeEntries(access.pool, source.name, [{ entry: entryOf(answer)!, answer }]);
      },
    },
  );
  const entry = asked && entryOf(asked.answer);
  return entry && { answer: entry, stale: asked.stale };
}
