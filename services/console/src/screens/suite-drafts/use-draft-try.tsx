import { useState, type ReactNode } from 'react';
import type { EvalTestStep } from '@assay/sdk';
import { Confirm } from '../../components/dialog/confirm.tsx';
import { ActionError } from '../../components/part/part.tsx';
import { client } from '../../data/client.ts';
import { useAction } from '../../data/use-action.ts';
import type { SuiteServer } from '../case/use-suite-tools.ts';
import { effectOf } from '../server-tools/tool-effect.ts';
import type { Answers } from './draft-doubts.tsx';
import { openIssuesOf, type DraftEntry } from './draft-words.ts';

/** Whether a draft calls tools and asserts, no more: then it can be tried whole, without a model. */
export function isOfCalls({ draft }: DraftEntry): boolean {
  const steps = draft.case.steps as EvalTestStep[];
  return (
    steps.some(({ kind }) => kind === 'toolCall') && steps.every(({ kind }) => kind === 'toolCall' || kind === 'assert')
  );
}

interface Asked {
  entry: DraftEntry;
  answers: Answers;
}

/**
 * Tries a draft once, with the values that are chosen now: at once where its tools say that they only read, else after
 * a question. Operation: tryEvalCaseDraft.
 */
export function useDraftTry(
  address: { projectId: string; suiteId: string },
  servers: readonly SuiteServer[],
  onTried: (draft: DraftEntry['draft']) => void,
): { begin: (asked: Asked) => void; state: ReactNode } {
  const [asked, setAsked] = useState<Asked>();
  const attempt = useAction(
    ({ entry, answers }: Asked) =>
      client.tryEvalCaseDraft(
        { ...address, jobId: entry.jobId, draftId: entry.draft.draftId },
        { answers: valuesOf(entry, answers) },
      ),
    { changes: ['listToolCalls'], onDone: onTried },
  );
  const begin = (next: Asked): void => {
    if (attempt.isRunning) return;
    if (onlyReads(next.entry, servers)) attempt.run(next);
    else setAsked(next);
  };
  const state = (
    <>
      {asked && (
        <Confirm
          title="Try the draft now?"
          verb="Make its calls"
          isRunning={attempt.isRunning}
          onClose={() => setAsked(undefined)}
          onConfirm={() => {
            attempt.run(asked);
            setAsked(undefined);
          }}
        >
          <p className="muted">
            A tool of the draft does not say that it only reads. The calls are made on the real servers, and nothing
            takes them back.
          </p>
        </Confirm>
      )}
      <ActionError error={attempt.error} />
      {attempt.isRunning && <p className="muted">Trying…</p>}
    </>
  );
  return { begin, state };
}

/** The chosen values of guesses that are open. */
const valuesOf = (entry: DraftEntry, answers: Answers) =>
  openIssuesOf(entry).flatMap(({ index, guess }) => {
    const answer = answers.issues[index];
    return guess && typeof answer === 'object' ? [{ issue: index, value: answer.value }] : [];
  });

/** Whether each tool that a draft calls says that it only reads. */
function onlyReads({ draft }: DraftEntry, servers: readonly SuiteServer[]): boolean {
  return (draft.case.steps as EvalTestStep[]).every((step) => {
    if (step.kind !== 'toolCall') return true;
    const tool = servers.find(({ name }) => name === step.serverName)?.tools.find(({ name }) => name === step.toolName);
    return tool !== undefined && effectOf(tool) === 'reads';
  });
}
