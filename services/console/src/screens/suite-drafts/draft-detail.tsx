import type { ReactNode } from 'react';
import type { EvalTestStepToolCall } from '@assay/sdk';
import { Button } from '../../components/button/button.tsx';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { ActionError } from '../../components/part/part.tsx';
import { visibleText } from '../../lib/visible-text.ts';
import type { SuiteServer } from '../case/use-suite-tools.ts';
import { DraftDoubts, type Answers } from './draft-doubts.tsx';
import { DraftEditor } from './draft-editor.tsx';
import { DraftSteps } from './draft-steps.tsx';
import { decisionOf, type DraftEntry } from './draft-words.ts';

/** The chosen draft: its doubts with their answers, its steps as they would be written, and one try of its call. */
export function DraftDetail({
  address,
  entry,
  answers,
  onAnswers,
  isEditing,
  onEdit,
  onDecide,
  error,
  servers,
  call,
  onTry,
  tried,
}: {
  address: { projectId: string; suiteId: string };
  entry: DraftEntry;
  answers: Answers;
  onAnswers: (answers: Answers) => void;
  isEditing: boolean;
  onEdit: (isEditing: boolean) => void;
  onDecide: (decision: 'kept' | 'rejected' | null) => void;
  error: Error | null;
  servers: readonly SuiteServer[];
  call: EvalTestStepToolCall | undefined;
  onTry: () => void;
  tried: ReactNode;
}) {
  const decision = decisionOf(entry);
  const value = call && Object.values(call.arguments ?? {}).find((each) => typeof each === 'string');
  return (
    <section className="pane raised" aria-label="Draft">
      <header>
        <h2 className="cut grow">
          <Foreign text={entry.draft.case.title} />
        </h2>
        {decision === 'kept' ? (
          <Button small icon="undo" onClick={() => onDecide(null)}>
            Not kept
          </Button>
        ) : (
          <Button small keyHint="a" onClick={() => onDecide('kept')}>
            Keep
          </Button>
        )}
        <Button small keyHint="e" aria-pressed={isEditing} onClick={() => onEdit(!isEditing)}>
          Edit
        </Button>
        {decision === 'rejected' ? (
          <Button small icon="undo" onClick={() => onDecide(null)}>
            Not rejected
          </Button>
        ) : (
          <Button small keyHint="x" onClick={() => onDecide('rejected')}>
            Reject
          </Button>
        )}
      </header>
      <div className="pad">
        <ActionError error={error} />
        {isEditing ? (
          <DraftEditor address={address} entry={entry} servers={servers} onDone={() => onEdit(false)} />
        ) : (
          <>
            {decision === 'open' && <DraftDoubts entry={entry} answers={answers} onAnswers={onAnswers} />}
            <h3 className="h2 draft-h">
              Steps <span className="faint draft-regular">as they would be written</span>
            </h3>
            <DraftSteps entry={entry} answers={answers} />
            {call && (
              <>
                <div className="section-head draft-try">
                  <h3 className="h2">Tried once</h3>
                  <span className="push">
                    <Button small icon="run" keyHint="t" onClick={onTry}>
                      Try with{' '}
                      {typeof value === 'string' ? visibleText(value).slice(0, 24) : visibleText(call.toolName)}
                    </Button>
                  </span>
                </div>
                {tried}
              </>
            )}
          </>
        )}
      </div>
    </section>
  );
}
