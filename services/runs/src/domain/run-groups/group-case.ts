import type { EvalRunGroupCase, PairedDifference } from '@assay/contract/areas/run-groups/group-cases';
import { pairedNewcombeInterval, type PairedCounts } from '@assay/grading/statistics/newcombe';
import { runCaseRecord, type RunCaseRow } from '../eval-runs/run-case.ts';

/** A case of a group in one of its runs, with its pairs against the base; undefined for the base. */
export interface GroupCell extends RunCaseRow {
  runId: string;
  isPerCase: boolean;
  differs: boolean;
  pairs: PairedCounts | undefined;
}

/** A case of a group as the API shows it; `cells` has one at least. */
export function groupCaseRecord(cells: readonly GroupCell[]): EvalRunGroupCase {
  const [first] = cells as [GroupCell, ...GroupCell[]];
  const { testCaseId, caseId, title } = runCaseRecord(first, first.isPerCase);
  return {
    testCaseId,
    ...(caseId !== undefined && { caseId }),
    title,
    differs: first.differs,
    cells: cells.map(cellRecord),
  };
}

function cellRecord(cell: GroupCell): EvalRunGroupCase['cells'][number] {
  const { testCaseId: _id, caseId: _caseId, title: _title, ...inRun } = runCaseRecord(cell, cell.isPerCase);
  return { runId: cell.runId, ...inRun, difference: cell.pairs ? differenceOf(cell.pairs) : null };
}

function differenceOf(counts: PairedCounts): PairedDifference | null {
  const pairs = counts.bothPassed + counts.onlyOld + counts.onlyNew + counts.bothFailed;
  const interval = pairedNewcombeInterval(counts);
  return interval && { pairs, delta: (counts.onlyNew - counts.onlyOld) / pairs, ...interval };
}
