import type { EvalRun, EvalRunGroupCase } from '@assay/sdk';
import type { MatrixCell, MatrixRow } from '../../components/matrix-grid/matrix-rows.ts';
import type { MarkKind } from '../../components/mark/mark.tsx';
import { writeCount } from '../../lib/format/numbers.ts';
import { writeDuration } from '../../lib/format/times.ts';

type Cell = EvalRunGroupCase['cells'][number];

const KINDS: Record<Cell['outcome'], MarkKind> = {
  passed: 'passed',
  failed: 'failed',
  undecided: 'open',
  open: 'running',
};

/** The mark of a case in one run. */
export const kindOfCell = ({ outcome }: Pick<Cell, 'outcome'>): MarkKind => KINDS[outcome];

/** The mark of one trial. */
export const kindOfTrial = (trial: Cell['trials'][number]): MarkKind =>
  trial === 'passed'
    ? 'passed'
    : trial === 'failed' || trial === 'broken'
      ? 'failed'
      : trial === 'open'
        ? 'pending'
        : 'open';

/** A case of a group as a row; `place` tells apart the models of one case. */
export interface GroupRow extends MatrixRow {
  of: EvalRunGroupCase;
}

/** The cases of a group as rows of the matrix, compared with the base run. */
export function groupRows(cases: readonly EvalRunGroupCase[], baseRunId: string | undefined): GroupRow[] {
  const seen = new Map<string, number>();
  return cases.map((each) => {
    const before = seen.get(each.testCaseId) ?? 0;
    seen.set(each.testCaseId, before + 1);
    const base = each.cells.find(({ runId }) => runId === baseRunId);
    return {
      id: before === 0 ? each.testCaseId : `${each.testCaseId}@${before + 1}`,
      title: each.title,
      isFaint: !each.differs,
      cells: new Map(each.cells.map((cell) => [cell.runId, cellOf(cell, base)])),
      of: each,
    };
  });
}

const cellOf = (cell: Cell, base: Cell | undefined): MatrixCell => ({
  kind: kindOfCell(cell),
  text: cell.eligible === 0 ? '–' : `${writeCount(cell.passed)} of ${writeCount(cell.eligible)}`,
  figure: cell.p50DurationMs === null ? '' : writeDuration(cell.p50DurationMs),
  isSame: base !== undefined && base !== cell && base.passed === cell.passed && base.eligible === cell.eligible,
});

/** The name of a run in its group: of its arm, its environment or its client, else its number. */
export const runLabel = ({
  arm,
  environment,
  client,
  runNumber,
}: Pick<EvalRun, 'arm' | 'environment' | 'client' | 'runNumber'>): string =>
  arm ??
  (environment
    ? (environment.name ?? environment.id)
    : client.source === 'attached_host'
      ? client.name
      : `Run ${runNumber}`);

/** The runs of a group in a word: environments, clients or arms. */
export function nounOf(
  runs: readonly Pick<EvalRun, 'arm' | 'environment' | 'client'>[],
): readonly [one: string, many: string] {
  if (runs.every(({ arm }) => arm !== undefined)) return ['arm', 'arms'];
  if (runs.every(({ environment }) => environment !== null)) return ['environment', 'environments'];
  return runs.every(({ client }) => client.source === 'attached_host') ? ['client', 'clients'] : ['run', 'runs'];
}
