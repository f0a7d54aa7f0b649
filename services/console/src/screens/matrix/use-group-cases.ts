import { useInfiniteQuery, type InfiniteData } from '@tanstack/react-query';
import type { EvalRunGroupCase, EvalRunGroupCasePage } from '@assay/sdk';
import { given } from '@assay/contract/given';
import { pagesQuery } from '../../data/operations.ts';

/** The order of the cases: the ones that differ first, they alone, or as the suite has them. */
export type CaseOrder = 'first' | 'differences' | 'all';

/** Cases of one request. */
const PAGE = 200;
/** A group whose runs are under way is read again after this time, in milliseconds. */
export const GROUP_MS = 3_000;

/** The cases of a group while they are read. */
export interface GroupCases {
  differing: readonly EvalRunGroupCase[] | undefined;
  same: readonly EvalRunGroupCase[] | undefined;
  all: readonly EvalRunGroupCase[] | undefined;
  counts: { total: number; differing: number } | undefined;
  error: Error | null;
  isFetching: boolean;
  /** The cases are still those against the base before: their differences are not the ones that are asked for. */
  isStale: boolean;
  refetch: () => unknown;
  /** Reads further cases; undefined when there are none. */
  readOn: (() => void) | undefined;
}

/** Reads the cases of a group in an order, page by page; further ones when they are asked for. */
export function useGroupCases(
  target: { projectId: string; runGroupId: string },
  { order, baseRunId, isOpen }: { order: CaseOrder; baseRunId: string | undefined; isOpen: boolean },
): GroupCases {
  const pages = (only: 'differing' | 'same' | undefined, enabled: boolean) => ({
    ...pagesQuery('listEvalRunGroupCases', target, { limit: PAGE, ...given({ baseRunId, only }) }),
    enabled,
    // Against another base the cells stay where they are: the grid keeps its focus, its place and its keys.
    placeholderData: (
      before: InfiniteData<EvalRunGroupCasePage, string | undefined> | undefined,
      of: { queryKey: readonly unknown[] } | undefined,
    ) => ((of?.queryKey[2] as typeof target | undefined)?.runGroupId === target.runGroupId ? before : undefined),
    ...(isOpen && { refetchInterval: GROUP_MS }),
  });
  const differing = useInfiniteQuery(pages('differing', order !== 'all'));
  const same = useInfiniteQuery(
    pages('same', order === 'first' && differing.data !== undefined && !differing.hasNextPage),
  );
  const all = useInfiniteQuery(pages(undefined, order === 'all'));
  const shown = order === 'all' ? [all] : order === 'first' ? [differing, same] : [differing];
  const next = shown.find(({ hasNextPage, isFetchingNextPage }) => hasNextPage && !isFetchingNextPage);
  const itemsOf = ({ data }: typeof all) => data?.pages.flatMap(({ items }) => items);
  return {
    differing: itemsOf(differing),
    same: order === 'first' ? itemsOf(same) : undefined,
    all: order === 'all' ? itemsOf(all) : undefined,
    counts: shown[0]!.data?.pages[0]?.counts,
    error: shown.find(({ error }) => error !== null)?.error ?? null,
    isFetching: shown.some(({ isFetching }) => isFetching),
    isStale: shown.some(({ isPlaceholderData }) => isPlaceholderData),
    refetch: () => void Promise.all(shown.map(({ refetch }) => refetch())),
    readOn: next && (() => void next.fetchNextPage()),
  };
}
