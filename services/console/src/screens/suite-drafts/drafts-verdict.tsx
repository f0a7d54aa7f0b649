import type { ReactNode } from 'react';
import { Verdict } from '../../components/verdict/verdict.tsx';
import { writeCount, writeCountOf } from '../../lib/format/numbers.ts';
import { decisionOf, isDoubtful, type DraftEntry } from './draft-words.ts';

/** How many drafts wait, how many have doubts, and what was decided so far. */
export function DraftsVerdict({
  entries,
  isRead,
  actions,
}: {
  entries: readonly DraftEntry[];
  isRead: boolean;
  actions: ReactNode;
}) {
  const waiting = entries.filter((entry) => decisionOf(entry) === 'open');
  const doubtful = waiting.filter(isDoubtful).length;
  const kept = entries.filter((entry) => decisionOf(entry) === 'kept').length;
  const rejected = entries.filter((entry) => decisionOf(entry) === 'rejected').length;
  const word = !isRead
    ? 'Drafts.'
    : entries.length === 0
      ? 'No drafts wait for a decision.'
      : waiting.length === 0
        ? `All ${writeCountOf(entries.length, 'draft')} are decided.`
        : `${writeCount(waiting.length)} of ${writeCountOf(entries.length, 'draft')} ${waiting.length === 1 ? 'waits' : 'wait'} for your decision.`;
  return (
    <Verdict
      kind="note"
      word={word}
      rest={
        doubtful > 0 ? `${writeCount(doubtful)} of them ${doubtful === 1 ? 'has a doubt' : 'have doubts'}.` : undefined
      }
      why={
        <>
          A draft is not a case yet: it runs nowhere, and no verdict counts it.{' '}
          {entries.length > 0 &&
            `${writeCount(kept)} ${kept === 1 ? 'is' : 'are'} kept and ${writeCount(rejected)} ${rejected === 1 ? 'is' : 'are'} rejected so far; a draft with a doubt is written only after you answer it.`}
        </>
      }
      actions={actions}
    />
  );
}
