import type { ReactNode } from 'react';
import { Foreign } from '../../components/foreign/foreign.tsx';
import type { MarkKind } from '../../components/mark/mark.tsx';
import { Verdict } from '../../components/verdict/verdict.tsx';
import type { ReplyOf } from '../../data/operations.ts';
import { writeCount, writeCountOf } from '../../lib/format/numbers.ts';
import { writeTime } from '../../lib/format/times.ts';
import type { ListedServer } from './server-words.ts';

type Counts = NonNullable<ReplyOf<'listProjectServers'>['counts']>;

/** The verdict over all servers of a project: how many cannot be used, and why. */
export function ServersVerdict({
  counts,
  worst,
  actions,
}: {
  counts: Counts;
  /** The first servers of the list, sorted by state. */
  worst: readonly ListedServer[];
  actions: ReactNode;
}) {
  return <Verdict {...sentenceOf(counts)} why={whyOf(counts, worst)} actions={actions} />;
}

function sentenceOf({ total, states }: Counts): { kind: MarkKind; word: string; rest: string } {
  const of = (state: string): number => states[state] ?? 0;
  const ready = of('look') + of('well');
  const toLook = `${writeCount(of('look'))} of them ${of('look') === 1 ? 'needs' : 'need'} a look`;
  const rest = [
    ready > 0 && `${writeCount(ready)} ${ready === 1 ? 'is' : 'are'} ready${of('look') > 0 ? `, and ${toLook}` : ''}.`,
    of('unknown') > 0 && `${writeCount(of('unknown'))} ${of('unknown') === 1 ? 'was' : 'were'} never diagnosed.`,
  ]
    .filter((part) => part !== false)
    .join(' ');
  const all = writeCountOf(total, 'server');
  if (of('unusable') > 0)
    return { kind: 'failed', word: `${writeCount(of('unusable'))} of ${all} cannot be used.`, rest };
  if (of('look') > 0)
    return {
      kind: 'warning',
      word: `${writeCount(of('look'))} of ${all} ${of('look') === 1 ? 'needs' : 'need'} a look.`,
      rest,
    };
  if (of('unknown') > 0)
    return {
      kind: 'pending',
      word: `${writeCount(of('unknown'))} of ${all} never diagnosed.`,
      rest: ready > 0 ? `${writeCount(ready)} are ready.` : '',
    };
  return { kind: 'passed', word: total === 1 ? 'The server is ready.' : `All ${all} are ready.`, rest: '' };
}

function whyOf({ states, causes }: Counts, worst: readonly ListedServer[]): ReactNode {
  const unusable = worst.filter(({ state }) => state === 'unusable');
  const broken = worst.find(({ state, surfaceChange }) => state === 'look' && (surfaceChange?.breaking ?? 0) > 0);
  const [main] = Object.entries(causes).toSorted(([, one], [, other]) => other - one);
  const parts: ReactNode[] = [];
  if (main && main[1] > 2 && (states['unusable'] ?? 0) > 3)
    parts.push(
      <>
        <code>{main[0]}</code> is the first cause of {writeCount(main[1])}.
      </>,
    );
  else if (unusable.length > 0)
    parts.push(
      <>
        {unusable.slice(0, 3).map(({ id, name }, index, all) => (
          <span key={id}>
            {index > 0 && (index === all.length - 1 ? ' and ' : ', ')}
            <b>
              <Foreign text={name} />
            </b>
          </span>
        ))}{' '}
        {unusable.length === 1 ? 'cannot' : 'cannot'} be used since{' '}
        {writeTime(Math.min(...unusable.map(({ stateSince = 0 }) => stateSince)))}; what depends on{' '}
        {unusable.length === 1 ? 'it' : 'them'} has no verdict.
      </>,
    );
  if (broken)
    parts.push(
      <>
        <b>
          <Foreign text={broken.name} />
        </b>{' '}
        changed at {writeTime(broken.surfaceChange!.seenAt)}: {broken.surfaceChange!.breaking} of its{' '}
        {broken.surfaceChange!.breaking + broken.surfaceChange!.additive + broken.surfaceChange!.cosmetic} changes{' '}
        {broken.surfaceChange!.breaking === 1 ? 'breaks' : 'break'} callers.
      </>,
    );
  if (parts.length === 0) return 'As each was last diagnosed.';
  return parts.map((part, index) => <span key={index}>{part} </span>);
}
