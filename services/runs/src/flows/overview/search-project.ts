import type { SearchProject, SearchResult } from '@assay/contract/areas/overview/search';
import { operations } from '@assay/contract/operations';
import { FinderService } from '@assay/mesh/gen/assay/v1/finding';
import { callOperation } from '@assay/kit/rpc/call-operation';
import type { Caller } from '@assay/kit/security/caller';
import type { Deps } from '../../deps.ts';
import { foundObject, type FoundRow } from '../../domain/overview/found-object.ts';
import { searchWords } from '../../domain/overview/search-words.ts';
import { findNumberedRuns } from '../../store/overview/found-objects.ts';
import { AnsweredParts } from './answered-parts.ts';
import { findObjectById } from './find-object.ts';

/** Groups of hits, in the order in which they are shown. */
const finders = ['suites', 'catalog', 'diagnostics', 'swarms', 'environments'] as const;
/** At most this many of each kind, where the request does not say. */
const LIMIT = 5;
/** How long a service may take to answer, in milliseconds: a person is typing. */
const TIMEOUT_MS = 2_000;

/** The objects of a project that a search finds, and the services that did not answer. */
export async function findInProject(
  deps: Deps,
  caller: Caller,
  projectId: string,
  { q, limit = LIMIT }: SearchProject,
): Promise<SearchResult> {
  const { id, words, run } = searchWords(q);
  if (words.length === 0) return { items: [], unavailable: [] };
  const parts = new AnsweredParts();
  const exact = id !== undefined && (await findObjectById(deps, caller, id));
  if (exact && exact.projectId === projectId) return { items: [foundObject(exact)], unavailable: [] };
  const find = async (service: (typeof finders)[number], asked: string[]): Promise<FoundRow[]> => {
    if (asked.length === 0) return [];
    const answer = deps[service].call(
      FinderService.findObjects,
      { projectId, words: asked, limit },
      { timeoutMs: TIMEOUT_MS },
    );
    return (await parts.of(service, answer, { objects: [] })).objects;
  };
  const [runs, ...found] = await Promise.all([
    run ? numbered(deps, projectId, { ...run, limit }, find) : [],
    ...finders.map((service) => find(service, words)),
  ]);
  const items = await named(deps, projectId, [...runs, ...found.flat()]);
  return { items: items.map(foundObject), unavailable: [...parts.unavailable] };
}

/** The runs with a number, of the suites that the other words name. */
async function numbered(
  { pool }: Deps,
  projectId: string,
  { number, words, limit }: { number: number; words: string[]; limit: number },
  find: (service: 'suites', words: string[]) => Promise<FoundRow[]>,
): Promise<FoundRow[]> {
  const suites = words.length === 0 ? undefined : await find('suites', words);
  const suiteIds = suites?.filter(({ kind }) => kind === 'suite').map(({ id }) => id);
  return findNumberedRuns(pool, projectId, { number, suiteIds, limit });
}

/** Gives tools the names of their servers, which catalog knows; tools of servers that are gone are left out. */
async function named({ catalog }: Deps, projectId: string, found: FoundRow[]): Promise<FoundRow[]> {
  if (!found.some(({ kind }) => kind === 'tool')) return found;
  const { items } = await callOperation(catalog, operations.listProjectServers, { projectId }, { limit: 500 });
  const names = new Map(items.map(({ id, name }) => [id, name]));
  return found.flatMap((each) => {
    if (each.kind !== 'tool') return [each];
    const parentName = names.get(each.parentId);
    return parentName === undefined ? [] : [{ ...each, parentName }];
  });
}
