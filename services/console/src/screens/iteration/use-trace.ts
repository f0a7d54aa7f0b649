import { useEffect, useMemo } from 'react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { EvalIterationDetail, EvalIterationTrace, EvalIterationSpanPage } from '@assay/sdk';
import { operationQuery, pagesQuery } from '../../data/operations.ts';

/** The ids of an iteration's address. */
export interface IterationTarget {
  projectId: string;
  runId: string;
  iterationId: string;
}

/** A part of a trace while it is read, as `Part` takes it. */
export interface AskedPart<Data> {
  data: Data | undefined;
  error: Error | null;
  isFetching: boolean;
  refetch: () => unknown;
}

/** Shorter traces are read at once, in bytes as they are stored. */
const SHORT_BYTES = 200_000;
/** Spans of one request. */
const SPANS = 10_000;
/** A trace that still grows is read again after this time, in milliseconds. */
export const GROWING_MS = 2_000;

type Recorded = Pick<EvalIterationDetail, 'trace' | 'mark'>;

const isShort = ({ trace }: Recorded): boolean => trace !== null && trace.storedBytes <= SHORT_BYTES;
const growth = ({ mark }: Recorded) => (mark === 'open' ? { refetchInterval: GROWING_MS } : {});

/** The conversation and the calls of an iteration; of a short trace with its spans and messages on the wire. */
export const useTranscript = (
  target: IterationTarget,
  detail: Recorded,
  isWanted: boolean,
): AskedPart<EvalIterationTrace> =>
  useQuery({
    ...operationQuery('getEvalIterationTrace', target, isShort(detail) ? {} : { only: 'transcript' }),
    enabled: detail.trace !== null && isWanted,
    ...growth(detail),
  });

/** The spans of a trace: of a short one with everything else, of a long one page by page, without the messages. */
export function useSpans(
  target: IterationTarget,
  detail: Recorded,
): AskedPart<EvalIterationSpanPage['items']> & { total: number | undefined } {
  const whole = useTranscript(target, detail, isShort(detail));
  const pages = useInfiniteQuery({
    ...pagesQuery('listEvalIterationSpans', target, { limit: SPANS }),
    enabled: detail.trace !== null && !isShort(detail),
    ...growth(detail),
  });
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = pages;
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage]);
  const spans = useMemo(() => pages.data?.pages.flatMap(({ items }) => items), [pages.data]);
  if (isShort(detail)) return { ...whole, data: whole.data?.spans, total: whole.data?.spans.length };
  const { error, isFetching, refetch } = pages;
  return { data: spans, error, isFetching, refetch, total: pages.data?.pages[0]?.total };
}

/** The messages on the wire: of a long trace part by part. */
export function useWire(
  target: IterationTarget,
  detail: Recorded,
  isWanted: boolean,
): AskedPart<EvalIterationTrace['wire']> {
  const whole = useTranscript(target, detail, isShort(detail));
  const parts = useInfiniteQuery({
    ...pagesQuery('listEvalIterationTraceParts', target, { limit: 20 }),
    enabled: detail.trace !== null && !isShort(detail) && isWanted,
  });
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = parts;
  useEffect(() => {
    if (isWanted && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [isWanted, hasNextPage, isFetchingNextPage]);
  // The places of messages count the whole wire in the order of time.
  const wire = useMemo(
    () =>
      hasNextPage
        ? undefined
        : parts.data?.pages
            .flatMap(({ items }) => items.flatMap((part) => part.wire))
            .toSorted((a, b) => a.atMs - b.atMs),
    [parts.data, hasNextPage],
  );
  if (isShort(detail)) return { ...whole, data: whole.data?.wire };
  const { error, isFetching, refetch } = parts;
  return { data: wire, error, isFetching, refetch };
}

/** One call of a trace, from its transcript where that is read, or by itself. */
export function useCall(
  target: IterationTarget,
  transcript: EvalIterationTrace | undefined,
  callId: string | undefined,
): AskedPart<EvalIterationTrace['toolCalls'][number]> {
  const known = transcript?.toolCalls.find(({ id }) => id === callId);
  const alone = useQuery({
    ...operationQuery('getEvalTracePayload', { ...target, payloadId: callId ?? '' }),
    enabled: callId !== undefined && known === undefined && transcript === undefined,
  });
  return { ...alone, data: known ?? alone.data?.toolCall };
}
