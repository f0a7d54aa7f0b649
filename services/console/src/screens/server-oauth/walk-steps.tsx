import { Fragment } from 'react';
import { Button } from '../../components/button/button.tsx';
import { JsonCode } from '../../components/code/code.tsx';
import { CodedText } from '../../components/foreign/coded-text.tsx';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { Mark, type MarkKind } from '../../components/mark/mark.tsx';
import type { ReplyOf } from '../../data/operations.ts';
import { copyText } from '../../lib/copy-text.ts';
import { writeDuration } from '../../lib/format/times.ts';
import { visibleText } from '../../lib/visible-text.ts';
import { TwoStrings } from './two-strings.tsx';

export type WalkStep = ReplyOf<'walkOAuth'>['steps'][number];

const MARKS: Record<WalkStep['status'], MarkKind> = {
  passed: 'passed',
  warning: 'warning',
  failed: 'failed',
  pending: 'pending',
  not_needed: 'note',
};
const WORDS: Record<WalkStep['status'], string> = {
  passed: 'Passed',
  warning: 'Warning',
  failed: 'Failed',
  pending: 'Pending',
  not_needed: 'Not needed',
};

/** The seven steps in their order. A row opens: what was found and what to change at the left, the document at the right. */
export const WalkSteps = ({
  steps,
  open,
  onOpen,
  onAgain,
  onCopy,
}: {
  steps: readonly WalkStep[];
  open: number | undefined;
  onOpen: (step: number | undefined) => void;
  onAgain: () => void;
  onCopy: () => void;
}) => (
  <div className="frame tight">
    <table className="walk-steps">
      <thead>
        <tr>
          <th className="mark-cell" aria-label="Outcome" />
          <th scope="col">Step</th>
          <th scope="col">What was found</th>
          <th scope="col" className="wide-only">
            Rule
          </th>
          <th scope="col" className="num">
            Took
          </th>
        </tr>
      </thead>
      <tbody>
        {steps.map((step) => {
          const isOpen = step.step === open;
          const toggle = (): void => onOpen(isOpen ? undefined : step.step);
          return (
            <Fragment key={step.step}>
              <tr className={isOpen ? 'selected' : undefined} data-step={step.step} onClick={toggle}>
                <td className="mark-cell">
                  <Mark kind={MARKS[step.status]} word={WORDS[step.status]} />
                </td>
                <td className={`fit-cell step-name ${isOpen ? 'strong' : 'medium'}`}>
                  <button
                    type="button"
                    aria-expanded={isOpen}
                    onClick={(event) => {
                      event.stopPropagation();
                      toggle();
                    }}
                  >
                    <span className="faint">{step.step}</span> {step.title}
                  </button>
                </td>
                <td className="fill-cell cut found muted">
                  <Foreign text={step.found} />
                </td>
                <td className="fit-cell wide-only">
                  <a
                    className="plain rule"
                    href={step.rule.url}
                    target="_blank"
                    rel="noopener noreferrer"
                    onClick={(event) => event.stopPropagation()}
                  >
                    {step.rule.name}
                  </a>
                </td>
                <td className="num fit-cell faint">{writeDuration(step.durationMs)}</td>
              </tr>
              {isOpen && (
                <tr className="opened-row">
                  <td />
                  <td colSpan={4} className="opened">
                    <OpenedStep step={step} onAgain={onAgain} onCopy={onCopy} />
                  </td>
                </tr>
              )}
            </Fragment>
          );
        })}
      </tbody>
    </table>
  </div>
);

function OpenedStep({ step, onAgain, onCopy }: { step: WalkStep; onAgain: () => void; onCopy: () => void }) {
  const { differs, document, corrected, exchanges, explanation, nextStep, found } = step;
  const last = exchanges.at(-1);
  return (
    <>
      {differs && <TwoStrings {...differs} />}
      <div className="opened-cols">
        <div>
          <p className="muted">
            <CodedText text={explanation ?? found} />
          </p>
          {nextStep !== undefined && (
            <>
              <h3>Try next</h3>
              <p>
                <CodedText text={nextStep} />
              </p>
            </>
          )}
          <div className="row wrap walk-actions">
            <Button keyHint="d" onClick={onAgain}>
              Check again
            </Button>
            {corrected && (
              <Button
                icon="copy"
                onClick={() => copyText(JSON.stringify(corrected, null, 2), 'The corrected document')}
              >
                Copy the corrected document
              </Button>
            )}
            {nextStep !== undefined && !corrected && (
              <Button icon="copy" onClick={onCopy}>
                Copy for its owner
              </Button>
            )}
          </div>
        </div>
        <div>
          {exchanges.map(({ method, url, status }, at) => (
            <p className="small faint exchange" key={`${at} ${url}`}>
              {method} {visibleText(url)} → {status ?? 'no answer'}
            </p>
          ))}
          {document ? (
            <JsonCode value={document} label="The document" evidence={differs ? [{ pointer: differs.path }] : []} />
          ) : (
            last?.challenge !== undefined && (
              <pre className="code" dir="auto">
                {`WWW-Authenticate: ${visibleText(last.challenge)}`}
              </pre>
            )
          )}
        </div>
      </div>
    </>
  );
}
