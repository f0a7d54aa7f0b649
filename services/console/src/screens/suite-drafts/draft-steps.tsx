import type { EvalTestStep } from '@assay/sdk';
import { Icon } from '../../components/icon/icon.tsx';
import { Tag } from '../../components/tag/tag.tsx';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { AssertionWords, assertionNameOf, isGating } from '../../lib/words/assertion-words.tsx';
import { visibleText } from '../../lib/visible-text.ts';
import type { Answers } from './draft-doubts.tsx';
import { openIssuesOf, writeGuess, type DraftEntry } from './draft-words.ts';

/** A guess with the value that replaces it. */
interface Replaced {
  pointers: readonly string[];
  before: string;
  after: string;
}

/** The steps of a draft as they would be written: an answered guess is struck out, its value stands beside it. */
export function DraftSteps({ entry, answers }: { entry: DraftEntry; answers: Answers }) {
  const steps = entry.draft.case.steps as EvalTestStep[];
  const replaced = openIssuesOf(entry).flatMap(({ index, guess }): Replaced[] => {
    const answer = answers.issues[index];
    return guess && typeof answer === 'object'
      ? [{ pointers: guess.pointers, before: writeGuess(guess.value), after: writeGuess(answer.value) }]
      : [];
  });
  return (
    <div className="frame">
      {steps.map((step, index) => {
        const changes = replaced.filter(({ pointers }) =>
          pointers.some((pointer) => pointer.startsWith(`/steps/${index}/`)),
        );
        const isGuess = openIssuesOf(entry).some(({ guess }) =>
          guess?.pointers.some((pointer) => pointer.startsWith(`/steps/${index}/`)),
        );
        return (
          <div className="draft-step" key={index}>
            <Icon name={step.kind === 'prompt' ? 'prompt' : step.kind === 'assert' ? 'assertion' : 'tool'} />
            <code className="medium">
              <Foreign text={step.id} />
            </code>
            <StepWords step={step} changes={step.kind === 'prompt' ? replaced : changes} />
            {isGuess && <Tag tone="warn">guess</Tag>}
            {!isGuess && step.kind === 'assert' && <Tag>{isGating(step.assertion) ? 'gating' : 'advisory'}</Tag>}
          </div>
        );
      })}
    </div>
  );
}

function StepWords({ step, changes }: { step: EvalTestStep; changes: readonly Replaced[] }) {
  switch (step.kind) {
    case 'prompt':
      return (
        <span className="cut grow muted draft-prompt">
          <Changed text={step.prompt} changes={changes} />
        </span>
      );
    case 'toolCall':
      return (
        <>
          <code className="muted">
            <Foreign text={step.toolName} />
          </code>
          <code className="cut grow muted">
            <Changed text={JSON.stringify(step.arguments ?? {})} changes={changes} />
          </code>
        </>
      );
    case 'interact':
      return <code className="cut grow muted">{visibleText(step.toolName)}</code>;
    case 'assert': {
      const { assertion } = step;
      const isExpectedCall = 'type' in assertion && assertion.type === 'toolCalledWith';
      return (
        <>
          <code className="muted">{assertionNameOf(assertion)}</code>
          <span className="cut grow muted">
            {isExpectedCall ? (
              <code>
                {visibleText(assertion.toolName)}{' '}
                <Changed text={JSON.stringify(assertion.args.args)} changes={changes} />
              </code>
            ) : (
              <AssertionWords assertion={assertion} />
            )}
          </span>
        </>
      );
    }
  }
}

/** A text in which the guess is struck out and its answer is added. */
function Changed({ text, changes }: { text: string; changes: readonly Replaced[] }) {
  const shown = visibleText(text);
  const [change] = changes.filter(({ before }) => before !== '' && shown.includes(before));
  if (!change || change.before === change.after) return <bdi dir="auto">{shown}</bdi>;
  const at = shown.indexOf(change.before);
  return (
    <bdi dir="auto">
      {shown.slice(0, at)}
      <del>{change.before}</del> <ins>{change.after}</ins>
      {shown.slice(at + change.before.length)}
    </bdi>
  );
}
