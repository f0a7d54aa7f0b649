import { useEffect, useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { operationQuery, useOperation, type ReplyOf } from '../../data/operations.ts';
import type { PlacedAssertion } from './case-edit.ts';

/** Typing rests this long before it is tried, in milliseconds. */
const REST_MS = 400;

type Preview = ReplyOf<'previewEvalCase'>;
/** A trial of the case, and what the assertions of the edit say about it. */
export type TriedTrial = Preview['trials'][number];

/** The verdicts of an edited case's assertions on the trials of its last run, beside the stored case's verdicts. */
export interface TriedCase {
  run: { id: string; number: number } | undefined;
  edited: Preview | undefined;
  saved: Preview | undefined;
  isTrying: boolean;
  error: Error | null;
  tryNow: () => void;
}

const bodyOf = (assertions: readonly PlacedAssertion[]) => ({
  assertions: assertions.map(({ from: _from, ...each }) => each),
});

/** Operations: listEvalSuiteRuns, previewEvalCase. */
export function useCasePreview(
  { projectId, suiteId, caseId }: { projectId: string; suiteId: string; caseId: string },
  edited: readonly PlacedAssertion[],
  saved: readonly PlacedAssertion[],
): TriedCase {
  const runs = useOperation('listEvalSuiteRuns', { projectId, suiteId }, { limit: 10 });
  const run = runs.data?.items.find(({ status }) => status === 'completed');
  const [rested, setRested] = useState(edited);
  const key = JSON.stringify(edited);
  useEffect(() => {
    const timer = setTimeout(() => setRested(edited), REST_MS);
    return () => clearTimeout(timer);
  }, [key]);
  const address = { projectId, runId: run?.id ?? '', caseId };
  const asked = useQuery({
    ...operationQuery('previewEvalCase', address, bodyOf(rested)),
    enabled: run !== undefined && rested.length > 0,
    placeholderData: keepPreviousData,
  });
  const before = useQuery({
    ...operationQuery('previewEvalCase', address, bodyOf(saved)),
    enabled: run !== undefined && saved.length > 0,
    staleTime: Infinity,
  });
  return {
    run: run && { id: run.id, number: run.runNumber },
    edited: asked.data,
    saved: before.data,
    isTrying: asked.isFetching,
    error: asked.error,
    tryNow: () => {
      setRested(edited);
      void asked.refetch();
    },
  };
}
