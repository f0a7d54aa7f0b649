import './outcome.css';
import { Mark, toneOf, wordOf, type MarkKind } from '../mark/mark.tsx';

/** An outcome as its mark and its word, in the colour of the outcome. */
export const Outcome = ({ kind, word = wordOf(kind), calm }: { kind: MarkKind; word?: string; calm?: boolean }) => (
  <span className={`outcome ${toneOf(kind)}${calm ? ' calm' : ''}`}>
    <Mark kind={kind} word="" />
    {word}
  </span>
);
