import type { ReplyOf } from '../../data/operations.ts';
import { visibleText } from '../../lib/visible-text.ts';

type Differing = NonNullable<ReplyOf<'walkOAuth'>['steps'][number]['differs']>;

/** Two values that have to be equal, one above the other, the part that differs marked. */
export const TwoStrings = ({ given, givenBy, givenRange, found, foundIn, foundRange }: Differing) => (
  <dl className="two-strings">
    <dt>{givenBy}</dt>
    <dd>
      <Marked text={given} {...givenRange} />
    </dd>
    <dt>{foundIn}</dt>
    <dd>
      <Marked text={found} {...foundRange} />
    </dd>
  </dl>
);

const Marked = ({ text, from, to }: { text: string; from: number; to: number }) => (
  <code>
    <bdi dir="ltr">
      {visibleText(text.slice(0, from))}
      {to > from && <mark>{visibleText(text.slice(from, to))}</mark>}
      {visibleText(text.slice(to))}
    </bdi>
  </code>
);
