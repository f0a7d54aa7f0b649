import '../mark/mark.css';
import { wordOf, type MarkKind } from '../mark/mark.tsx';
import { Dot } from './dot.tsx';

/** The most dots in a row; further trials are counted behind it. */
const MAX_DOTS = 24;

/** The outcomes of a case's trials in their order. `noun` is their unit, in the plural. */
export function TrialDots({ outcomes, noun = 'trials' }: { outcomes: readonly MarkKind[]; noun?: string }) {
  const shown = outcomes.slice(0, MAX_DOTS);
  const counts = [...Map.groupBy(outcomes, (kind) => kind)].map(
    ([kind, { length }]) => `${length} ${wordOf(kind).toLowerCase()}`,
  );
  return (
    <>
      <span className="dots" role="img" aria-label={`${outcomes.length} ${noun}: ${counts.join(', ')}`}>
        {shown.map((kind, index) => (
          <Dot key={index} kind={kind} />
        ))}
      </span>
      {outcomes.length > MAX_DOTS && <span className="faint small"> +{outcomes.length - MAX_DOTS}</span>}
    </>
  );
}
