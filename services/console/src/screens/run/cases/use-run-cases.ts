import { useInfiniteQuery } from '@tanstack/react-query';
import type { EvalRunCase, EvalRunCaseCounts } from '@assay/sdk';
import { pagesQuery } from '../../../data/operations.ts';

/** The filters of a run's cases, as the address has them. */
export interface CaseFilters {
  outcome: readonly string[];
  stage?: string | undefined;
  assertion?: string | undefined;
  model?: string | undefined;
  leftOut?: boolean | undefined;
  q?: string | undefined;
}

export interface RunCases {
  rows: EvalRunCase[];
  /** Of the whole run; undefined until it is read. */
  counts: EvalRunCaseCounts | undefined;
  isLoading: boolean;
  isStale: boolean;
  error: Error | null;
  more: (() => void) | undefined;
  refetch: () => void;
}

const PAGE = 100;
/** The cases that need a person come first. */
const ORDER = ['failed', 'undecided', 'open', 'passed'] as const;

/** The cases of a run by their outcome, failed ones first: a list of each outcome, one after the other. */
export function useSortedCases(projectId: string, runId: string, { outcome, ...filters }: CaseFilters): RunCases {
  const wanted = ORDER.filter((each) => outcome.length === 0 || outcome.includes(each));
  const first = useOutcome('failed', true);
  const counts = first.data?.pages[0]?.counts;
  const isDone = (asked: typeof first) => asked.data !== undefined && !asked.hasNextPage;
  const has = (each: (typeof ORDER)[number]) => wanted.includes(each) && (counts?.outcome[each] ?? 0) > 0;
  const isReached = isDone(first) || !wanted.includes('failed');
  const undecided = useOutcome('undecided', has('undecided') && isReached);
  const open = useOutcome('open', has('open') && isReached && (!has('undecided') || isDone(undecided)));
  const passed = useOutcome(
    'passed',
    has('passed') && isReached && (!has('undecided') || isDone(undecided)) && (!has('open') || isDone(open)),
  );
  const lists = ORDER.map((each) => ({ each, asked: { failed: first, undecided, open, passed }[each] })).filter(
    ({ each }) => wanted.includes(each) && (each === 'failed' || has(each)),
  );
  const unread = lists.find(({ asked }) => asked.hasNextPage && !asked.isFetchingNextPage);
  return {
    rows: lists.flatMap(({ asked }) => asked.data?.pages.flatMap(({ items }) => items) ?? []),
    counts,
    isLoading: first.data === undefined || lists.some(({ asked }) => asked.isLoading),
    isStale: lists.some(({ asked }) => asked.isPlaceholderData),
    error: lists.find(({ asked }) => asked.error)?.asked.error ?? null,
    more: unread && (() => void unread.asked.fetchNextPage()),
    refetch: () => void first.refetch(),
  };

  function useOutcome(each: (typeof ORDER)[number], enabled: boolean) {
    return useInfiniteQuery({
      ...pagesQuery('listEvalRunCases', { projectId, runId }, { ...filters, outcome: each, limit: PAGE }),
      enabled,
      placeholderData: (old) => old,
    });
  }
}

/** Pages that were read of a run under way are read again after this time, in milliseconds; many pages less often. */
const [LIVE_MS, MANY_MS, FEW] = [2_000, 10_000, 3];

/**
 * The cases of a run in the order of the suite, which does not change while the run goes on. What the stream does not
 * tell, such as the trials under way, is read again every two seconds.
 */
export function useCasesInOrder(
  projectId: string,
  runId: string,
  { outcome: outcomes, ...filters }: CaseFilters,
  isLive: boolean,
): RunCases & { running: number } {
  const outcome = outcomes.length === 0 ? undefined : outcomes.join(',');
  const asked = useInfiniteQuery({
    ...pagesQuery('listEvalRunCases', { projectId, runId }, { ...filters, outcome, limit: PAGE }),
    placeholderData: (old) => old,
    refetchInterval: ({ state }) => (isLive ? ((state.data?.pages.length ?? 0) <= FEW ? LIVE_MS : MANY_MS) : false),
  });
  return {
    running: asked.data?.pages[0]?.runningTrials ?? 0,
    rows: asked.data?.pages.flatMap(({ items }) => items) ?? [],
    counts: asked.data?.pages[0]?.counts,
    isLoading: asked.isLoading,
    isStale: asked.isPlaceholderData,
    error: asked.error,
    more: asked.hasNextPage && !asked.isFetchingNextPage ? () => void asked.fetchNextPage() : undefined,
    refetch: () => void asked.refetch(),
  };
}

/** Names a row: a case that ran with several models has a row of each. */
export const rowIdOf = ({ testCaseId, model }: Pick<EvalRunCase, 'testCaseId' | 'model'>, byModel: boolean): string =>
  byModel && model !== null ? `${testCaseId}@${model}` : testCaseId;
