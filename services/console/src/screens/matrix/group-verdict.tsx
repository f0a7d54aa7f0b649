import type { ReactNode } from 'react';
import type { EvalRun, EvalRunGroup, EvalRunGroupCasePage } from '@assay/sdk';
import { Foreign } from '../../components/foreign/foreign.tsx';
import type { MarkKind } from '../../components/mark/mark.tsx';
import { Verdict } from '../../components/verdict/verdict.tsx';
import { signed, writeCount, writeCountOf, writePoints } from '../../lib/format/numbers.ts';
import { kindOfRun } from './column-head.tsx';
import { nounOf, runLabel } from './group-cells.ts';

/** How many runs of a group fail, how many cases depend on the run, and how far the others are from the base. */
export function GroupVerdict({
  group,
  base,
  counts,
  actions,
}: {
  group: EvalRunGroup;
  base: EvalRun | undefined;
  counts: EvalRunGroupCasePage['counts'];
  actions: ReactNode;
}) {
  const [kind, word] = headOf(group.runs);
  const [one] = nounOf(group.runs);
  const { arms } = group.comparison;
  return (
    <Verdict
      kind={kind}
      word={word}
      rest={
        counts &&
        `${writeCount(counts.differing)} of ${writeCountOf(counts.total, 'case')} ${counts.differing === 1 ? 'depends' : 'depend'} on the ${one}.`
      }
      why={
        base && arms.length > 0 ? (
          <>
            Against{' '}
            <b>
              <Foreign text={runLabel(base)} />
            </b>
            {isSamePairs(arms) && `, ${writeCountOf(arms[0]!.pairs, 'trial')} paired`}:{' '}
            {arms.map((arm, index) => (
              <span key={arm.runId}>
                {index > 0 && ', '}
                <Foreign text={arm.arm} /> <ArmDifference arm={arm} />
              </span>
            ))}
            .
          </>
        ) : undefined
      }
      actions={actions}
    />
  );
}

type Arm = EvalRunGroup['comparison']['arms'][number];

const isSamePairs = (arms: readonly Arm[]): boolean => arms.every(({ pairs }) => pairs === arms[0]!.pairs);

function ArmDifference({ arm: { success } }: { arm: Arm }) {
  const { difference } = success;
  if (!difference) return <>has no trial in common</>;
  const points = (share: number): string => signed(Math.round(share * 100));
  return (
    <>
      <b>{writePoints(difference.delta)}</b>{' '}
      <span className="no-wrap">
        ({points(difference.lower)} to {points(difference.upper)})
      </span>
    </>
  );
}

/** The beginning of the sentence: failed runs come first, then runs without a verdict, then runs under way. */
function headOf(runs: readonly EvalRun[]): readonly [MarkKind, string] {
  const [one, many] = nounOf(runs);
  const noun = runs.length === 1 ? one : many;
  const countOf = (kind: MarkKind): number => runs.filter((run) => kindOfRun(run) === kind).length;
  const told = (count: number, verb: string, verbs: string): string =>
    `${count} of ${runs.length} ${noun} ${count === 1 ? verb : verbs};`;
  const [failed, open, running] = [countOf('failed'), countOf('open'), countOf('running')];
  if (failed > 0) return ['failed', told(failed, 'fails', 'fail')];
  if (running > 0) return ['running', told(running, 'is under way', 'are under way')];
  if (open > 0) return ['open', told(open, 'has no verdict', 'have no verdict')];
  return runs.length === 0
    ? ['note', 'The group has no run.']
    : ['passed', runs.length === 1 ? `The ${one} passes;` : `All ${runs.length} ${many} pass;`];
}
