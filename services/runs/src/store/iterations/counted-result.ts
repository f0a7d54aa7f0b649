import { fragment } from '@assay/kit/postgres/db';

/**
 * The count that an iteration `i` of a run `r` belongs to, in tallies and decisions: `passed`, `failed`, `excluded`,
 * `skipped`, or `open` when it has not ended by itself. In a run that is graded per case, only a completed iteration
 * counts.
 */
export const countedResult = fragment(`case
  when i.status = 'skipped' then 'skipped'
  when i.status in ('pending', 'running', 'cancelled') then 'open'
  when i.status = 'completed' then case when i.evaluator_error or i.result is null then 'excluded' else i.result end
  when r.grades_per_case or i.blame in ('provider', 'platform', 'cassette') then 'excluded'
  else 'failed' end`);
