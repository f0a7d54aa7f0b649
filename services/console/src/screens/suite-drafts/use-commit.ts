import { client } from '../../data/client.ts';
import { useAction } from '../../data/use-action.ts';
import { showToast } from '../../components/toast/toast-queue.ts';
import { writeCountOf } from '../../lib/format/numbers.ts';
import type { DraftEntry } from './draft-words.ts';

/** Writes the kept drafts into the suite, job by job. Operation: commitEvalAuthoringJob. */
export function useCommit(address: { projectId: string; suiteId: string }) {
  return useAction(
    async (kept: readonly DraftEntry[]) => {
      const ends = { created: 0, skipped: [] as { title: string; error: string }[] };
      for (const [jobId, entries] of Map.groupBy(kept, (entry) => entry.jobId)) {
        const draftIds = entries.map(({ draft }) => draft.draftId);
        const reply = await client.commitEvalAuthoringJob({ ...address, jobId }, { draftIds });
        if (reply.kind !== 'cases') continue;
        ends.created += reply.created.length;
        ends.skipped.push(...(reply.skipped ?? []));
      }
      return ends;
    },
    {
      changes: ['listEvalCaseDrafts', 'listEvalAuthoringJobs', 'listEvalCases', 'getEvalSuite'],
      onDone: ({ created, skipped }) => {
        if (created > 0) showToast({ kind: 'passed', title: `${writeCountOf(created, 'case')} written` });
        const [first] = skipped;
        if (first)
          showToast({
            kind: 'open',
            title: `${writeCountOf(skipped.length, 'draft')} not written`,
            text: `${first.title}: ${first.error}`,
            shownMs: Infinity,
          });
      },
    },
  );
}
