import type { EvalRunCompare } from '@assay/sdk';
import type { Column } from '../../components/data-table/data-table.tsx';
import { Difference } from '../../components/difference/difference.tsx';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { Mark, type MarkKind } from '../../components/mark/mark.tsx';
import { signed, writeCount } from '../../lib/format/numbers.ts';
import { noiseWord, type ComparedCase } from './case-groups.ts';

type Side = ComparedCase['base'];

const KINDS: Record<Side['outcome'], MarkKind> = { passed: 'passed', failed: 'failed', absent: 'excluded' };

/** The mark of a case in one of two runs. */
export const kindOfSide = ({ outcome }: Pick<Side, 'outcome'>): MarkKind => KINDS[outcome];

/** The columns of a comparison's cases. */
export const caseColumns = ({ baseRun, compareRun }: EvalRunCompare): Column<ComparedCase>[] => [
  {
    id: 'mark',
    head: <span className="visually-hidden">Outcome</span>,
    kind: 'mark',
    cell: ({ compare }) => <Mark kind={kindOfSide(compare)} />,
  },
  { id: 'case', head: 'Case', kind: 'fill', cell: ({ title }) => <Foreign text={title} /> },
  {
    id: 'base',
    head: `Run ${baseRun.runNumber}`,
    kind: 'number',
    cell: ({ base }) => <span className="muted">{trialsText(base)}</span>,
  },
  { id: 'compare', head: `Run ${compareRun.runNumber}`, kind: 'number', cell: ({ compare }) => trialsText(compare) },
  { id: 'points', head: 'Points', kind: 'number', cell: ({ difference }) => <Points difference={difference} /> },
  {
    id: 'difference',
    head: '−100 to +100, 95 %',
    narrow: 'hidden',
    cell: ({ difference }) => difference && <Difference {...difference} />,
  },
  {
    id: 'noise',
    head: 'Noise',
    narrow: 'below',
    cell: (row) => <span className="muted">{noiseWord(row)}</span>,
  },
];

const trialsText = ({ passRate: { passed, trials } }: Side): string =>
  trials === 0 ? '–' : `${writeCount(passed)} of ${writeCount(trials)}`;

/** A difference in points, in the colour of better or worse. */
function Points({ difference }: { difference: ComparedCase['difference'] }) {
  if (!difference) return <>–</>;
  const points = Math.round(difference.delta * 100);
  return <span className={points < 0 ? 'failed' : points > 0 ? 'passed' : undefined}>{signed(points)}</span>;
}
