import { Verdict } from '../../components/verdict/verdict.tsx';
import type { ReplyOf } from '../../data/operations.ts';
import { markOf } from './attention-list.tsx';
import { Emphasized } from './emphasized.tsx';

/** How the project is, in the words of the API: the first clause has the colour of the outcome. */
export function OverviewVerdict({
  attention: { outcome, sentence, because, items },
}: {
  attention: ReplyOf<'getProjectAttention'>;
}) {
  const clause = sentence.search(/[,;] /);
  const [word, rest] = clause < 0 ? [sentence, undefined] : [sentence.slice(0, clause + 1), sentence.slice(clause + 2)];
  const names = [...new Set(items.map(({ subject }) => subject.name))];
  return (
    <Verdict
      kind={markOf(outcome)}
      word={word}
      rest={rest}
      why={because === '' ? undefined : <Emphasized text={because} names={names} />}
    />
  );
}
