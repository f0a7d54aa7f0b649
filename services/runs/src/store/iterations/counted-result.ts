import { fragment } from '@assay/kit/postgres/db';

/**
 * What a trial `i` of a run `r` counts as, as tallies and decisions have it: `passed`, `failed`, `excluded`, `skipped`, or
 * `open` where it never came to an end of its own. Where a run is graded per case only a trial that completed counts.
 */
export const countedResult = fragment(`case
  when i.status = 'skipped' then 'skipped'
  when i.status in ('pending', 'running', 'cancelled') then 'open'
  when i.status = 'completed' then case when i.evaluator_error or i.result is null then 'excluded' else i.result end
  when r.grades_per_case or i.blame in ('provider', 'platform', 'cassette') then 'excluded'
  else 'failed' end`);
