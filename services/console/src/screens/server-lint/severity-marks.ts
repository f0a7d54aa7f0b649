import type { MarkKind } from '../../components/mark/mark.tsx';
import type { Finding } from './lint-rows.ts';

/** The mark of each severity. */
export const severityMarks: Record<Finding['severity'], MarkKind> = {
  error: 'failed',
  warning: 'warning',
  note: 'note',
};
