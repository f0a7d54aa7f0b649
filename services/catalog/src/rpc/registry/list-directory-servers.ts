import { hash } from 'node:crypto';
import { canonicalJson } from '@assay/contract/canonical';
import type { DirectoryServer, ListDirectoryServers } from '@assay/contract/areas/registry/documents';
import { operations } from '@assay/contract/operations';
import { Problem } from '@assay/contract/problem';
import { pageSize } from '@assay/kit/requests/cursor';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { toDirectoryServer } from '../../flows/registry/documents.ts';
import { readDirectoryPage } from '../../flows/registry/read-directory.ts';
import { sourcesNamed } from '../../flows/registry/find-published.ts';
import type { RegistrySource } from '../../flows/registry/settings.ts';
import { faultProblem } from '@assay/contract/fault';

/** At most this many pages of sources in one search; the cursor continues it. */
const MAX_PAGES = 10;

/** The start of a page of ours: a row of a page of a source. */
interface Place {
  source: string;
  cursor: string;
  skip: number;
}

export const listDirectoryServers = (deps: Deps) =>
  handle(
    operations.listDirectoryServers,
    async (_caller, _target, { cursor, limit, emptyIfUnreachable, ...filters }) => {
      const list = `directory ${hash('sha256', canonicalJson(filters))}`;
      const [source, upstream, skip] = (deps.cursors.decode(list, cursor) ?? []) as [string?, string?, number?];
      const walk = new Walk(
        deps,
        sourcesNamed(deps, filters.source),
        filters,
        source === undefined ? undefined : { source, cursor: upstream!, skip: skip! },
      );
      const items = await walk.collect(pageSize(operations.listDirectoryServers, limit));
      // An unreachable source is only reported while other sources have results.
      const [fault] = walk.unreachable;
      if (fault && items.length === 0 && !walk.place && !emptyIfUnreachable) throw fault.problem;
      return {
        items,
        ...(walk.place && {
          nextCursor: deps.cursors.encode(list, [walk.place.source, walk.place.cursor, walk.place.skip]),
        }),
        ...(walk.stale && { stale: true as const }),
        ...(walk.unreachable.length > 0 && { unreachableSources: walk.unreachable.map(({ name }) => name) }),
      };
    },
  );

/** One search through the sources. */
class Walk {
  /** Where the search continues; undefined at the end. */
  place: Place | undefined;
  stale = false;
  readonly unreachable: (RegistrySource & { problem: Problem })[] = [];
  readonly #deps: Deps;
  readonly #sources: RegistrySource[];
  readonly #filters: ListDirectoryServers;

  constructor(deps: Deps, sources: RegistrySource[], filters: ListDirectoryServers, from: Place | undefined) {
    [this.#deps, this.#sources, this.#filters] = [deps, sources, filters];
    this.place = from ?? this.#startOf(0);
  }

  async collect(size: number): Promise<DirectoryServer[]> {
    const items: DirectoryServer[] = [];
    for (let pages = 0; this.place && pages < MAX_PAGES && items.length < size; pages++)
      await this.#readPage(this.place, items, size);
    return items;
  }

  async #readPage({ source: name, cursor, skip }: Place, items: DirectoryServer[], size: number): Promise<void> {
    const at = this.#sources.findIndex((each) => each.name === name);
    const source = this.#sources[at];
    if (!source) throw faultProblem({ path: '/cursor', message: 'leads to a source that is no longer searched' });
    try {
      const { entries, nextCursor, stale } = await readDirectoryPage(this.#deps, source, this.#filters.q ?? '', cursor);
      this.stale ||= stale;
      for (const [i, { facts }] of entries.entries()) {
        if (i < skip) continue;
        if (items.length === size) {
          this.place = { source: name, cursor, skip: i };
          return;
        }
        if (fits(facts, this.#filters)) items.push(toDirectoryServer(name, facts));
      }
      this.place =
        nextCursor === undefined || nextCursor === cursor
          ? this.#startOf(at + 1)
          : { source: name, cursor: nextCursor, skip: 0 };
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'SERVER_UNREACHABLE') throw error;
      this.unreachable.push({ ...source, problem: error });
      this.place = this.#startOf(at + 1);
    }
  }

  #startOf(at: number): Place | undefined {
    const source = this.#sources[at];
    return source && { source: source.name, cursor: '', skip: 0 };
  }
}

const fits = (
  { rowType, endpointKinds, verifiedTier, connectable }: Omit<DirectoryServer, 'id' | 'source'>,
  filters: ListDirectoryServers,
): boolean =>
  (filters.rowType ?? rowType) === rowType &&
  (filters.verifiedTier ?? verifiedTier) === verifiedTier &&
  (filters.endpointKind === undefined || endpointKinds.includes(filters.endpointKind)) &&
  (connectable || !filters.connectableOnly);
