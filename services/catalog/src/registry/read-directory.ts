import { entryOf, type RegistryEntry } from '../domain/registry-entry.ts';
import { objectOf, textOf } from '../domain/untrusted.ts';
import { storeEntries } from '../store/registry-servers.ts';
import { askSource, type Answered, type Desk } from './ask-source.ts';
import type { RegistrySource } from './settings.ts';

/** A page of a directory: what every server in it looks like now. */
export interface DirectoryPage { entries: RegistryEntry[]; nextCursor: string | undefined; stale: boolean }

const PAGE = 100;

/** The servers of a source whose name holds `search`, from its own `cursor` on. What is no server is left out. */
export async function readDirectoryPage(desk: Desk, source: RegistrySource, search: string, cursor: string): Promise<DirectoryPage> {
  const query = new URLSearchParams({ version: 'latest', limit: String(PAGE), ...(search && { search }), ...(cursor && { cursor }) });
  const asked = await askSource(desk, source, `/servers?${query.toString()}`, async (body) => {
    const { servers, metadata } = objectOf(body);
    if (!Array.isArray(servers)) return undefined;
    const found = latest(servers.slice(0, 10 * PAGE));
    await storeEntries(desk.pool, source.name, found);
    const next = textOf(objectOf(metadata).nextCursor ?? objectOf(metadata).next_cursor, 1_024);
    return { servers: found.map(({ answer }) => answer), ...(next !== undefined && { next }) };
  });
  if (!asked) return { entries: [], nextCursor: undefined, stale: false };
  const { answer: { servers, next }, stale } = asked;
  return { entries: servers.map((each) => entryOf(each)!), nextCursor: next, stale };
}

/** Each server once, and none that is known not to be its latest version. */
function latest(servers: unknown[]): { entry: RegistryEntry; answer: object }[] {
  const byName = new Map<string, { entry: RegistryEntry; answer: object }>();
  for (const answer of servers) {
    const entry = entryOf(answer);
    const { isLatest } = objectOf(objectOf(objectOf(answer)._meta)['io.modelcontextprotocol.registry/official']);
    if (entry && isLatest !== false && !byName.has(entry.facts.name)) byName.set(entry.facts.name, { entry, answer: answer as object });
  }
  return [...byName.values()];
}

/** One version of a server, `latest` or an exact one; undefined when the source does not have it. */
export async function readDirectoryServer(desk: Desk, source: RegistrySource, name: string, version: string): Promise<Answered<RegistryEntry> | undefined> {
  const asked = await askSource(desk, source, `/servers/${encodeURIComponent(name)}/versions/${encodeURIComponent(version)}`, async (body) => {
    const entry = entryOf(body);
    if (entry?.facts.name !== name) return undefined;
    if (version === 'latest') await storeEntries(desk.pool, source.name, [{ entry, answer: body as object }]);
    return body as object;
  });
  return asked && { answer: entryOf(asked.answer)!, stale: asked.stale };
}
