import './verdict.css';
import type { ReactNode } from 'react';
import { Mark, toneOf, type MarkKind } from '../mark/mark.tsx';
import { HeadRuler, type RulerValues } from '../ruler/ruler.tsx';

/**
 * The first thing on a screen: the mark, the word of the outcome and the rest of its sentence, why, what can be done,
 * and the ruler where there is a rate.
 */
export const Verdict = ({
  kind,
  word,
  rest,
  why,
  actions,
  ruler,
  children,
}: {
  kind: MarkKind;
  /** The coloured beginning of the sentence, such as `Failed.` */
  word: ReactNode;
  rest?: ReactNode;
  why?: ReactNode;
  actions?: ReactNode;
  ruler?: RulerValues | undefined;
  children?: ReactNode;
}) => (
  <section className="verdict" aria-label="Verdict">
    <Mark kind={kind} size="big" />
    <h1>
      <span className={toneOf(kind)}>{word}</span> {rest !== undefined && <span className="rest">{rest}</span>}
    </h1>
    {actions !== undefined && <div className="actions">{actions}</div>}
    {why !== undefined && <p className="why">{why}</p>}
    {ruler && (
      <div className="gauge">
        <HeadRuler {...ruler} />
      </div>
    )}
    {children}
  </section>
);
