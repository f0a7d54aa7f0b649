import type { EvalIterationDetail } from '@assay/sdk';
import type { MarkKind } from '../mark/mark.tsx';

type AssertionStatus = EvalIterationDetail['checks'][number]['status'];

const MARKS: Record<AssertionStatus, MarkKind> = {
  passed: 'passed',
  failed: 'failed',
  error: 'open',
  not_applicable: 'pending',
};

/** The mark of an outcome of an assertion on a trial. */
export const markOfCheck = ({ status }: { status: AssertionStatus }): MarkKind => MARKS[status];
