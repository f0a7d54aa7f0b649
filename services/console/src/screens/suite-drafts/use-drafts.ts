import { useRef } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { EvalCaseDraftReviewRequest } from '@assay/sdk';
import { client } from '../../data/client.ts';
import { usePages } from '../../data/operations.ts';
import { useAction } from '../../data/use-action.ts';
import type { DraftEntry, DraftPage } from './draft-words.ts';

/** A decision, an answer or a change of a draft, over the revision that was read. */
export interface Review {
  entry: DraftEntry;
  change: Omit<EvalCaseDraftReviewRequest, 'expectedRevision'>;
}

type Pages = { pages: DraftPage[] };

/** The drafts of a suite, and reviews of them: an answered review takes its place in what was read. */
export function useDrafts(projectId: string, suiteId: string) {
  const address = { projectId, suiteId };
  const drafts = usePages('listEvalCaseDrafts', address, { limit: 200 });
  const cache = useQueryClient();
  // Two keys on one draft are two reviews of one revision: the second waits for nothing, and is dropped.
  const underWay = useRef(new Set<string>());
  /** An answered draft takes its place in what was read. */
  const place = (saved: DraftEntry['draft']): void => {
    cache.setQueriesData<Pages>(
      { queryKey: ['listEvalCaseDrafts', 'pages', address] },
      (before) =>
        before && {
          ...before,
          pages: before.pages.map((page) => ({
            ...page,
            items: page.items.map((each) =>
              each.draft.draftId === saved.draftId
                ? { ...each, draft: saved, choices: saved.review === 'required' ? each.choices : [] }
                : each,
            ),
          })),
        },
    );
  };
  const review = useAction(
    ({ entry: { jobId, draft }, change }: Review) =>
      client
        .reviewEvalCaseDraft(
          { ...address, jobId, draftId: draft.draftId },
          { expectedRevision: draft.revision, ...change },
        )
        .finally(() => underWay.current.delete(draft.draftId)),
    { onDone: place },
  );
  const run = (asked: Review): void => {
    const { draftId } = asked.entry.draft;
    if (underWay.current.has(draftId)) return;
    underWay.current.add(draftId);
    review.run(asked);
  };
  return { drafts, place, review: { run, error: review.error } };
}
