import { useInfiniteQuery } from '@tanstack/react-query';
import { pagesQuery } from '../../data/operations.ts';

/** Which cases a launch runs: all, the failed cases of a run, or chosen ones. */
export type CaseChoice = { kind: 'all' } | { kind: 'failed'; runId: string } | { kind: 'ids'; ids: readonly string[] };

/** The choice that the address says: `failed:{runId}`, or ids with commas; all by default. */
export function caseChoiceOf(text: string | undefined): CaseChoice {
  if (text === undefined || text === 'all') return { kind: 'all' };
  if (text.startsWith('failed:')) return { kind: 'failed', runId: text.slice('failed:'.length) };
  return { kind: 'ids', ids: text.split(',').filter((id) => id !== '' && id !== 'ids') };
}

/** The ids of the chosen cases: undefined for all, null while they are read. Operation: listEvalRunCases. */
export function useCaseIds(projectId: string, choice: CaseChoice): readonly string[] | undefined | null {
  const runId = choice.kind === 'failed' ? choice.runId : '';
  const failed = useInfiniteQuery({
    ...pagesQuery('listEvalRunCases', { projectId, runId }, { outcome: 'failed', limit: 200 }),
    enabled: runId !== '',
  });
  if (choice.kind === 'all') return undefined;
  if (choice.kind === 'ids') return choice.ids;
  const items = failed.data?.pages.flatMap((page) => page.items);
  return items ? [...new Set(items.map(({ testCaseId }) => testCaseId))] : null;
}
