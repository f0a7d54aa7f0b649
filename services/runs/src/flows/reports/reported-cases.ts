import type { Pool } from '@assay/kit/postgres/db';
import type { CaseFilter, RunCaseRow } from '../../domain/eval-runs/run-case.ts';
import type { RunGrading } from '../../store/eval-runs/runs.ts';
import { RunCasePages, type RunCasePlace } from '../eval-runs/run-case-pages.ts';

/** Cases that are read at once. */
const PAGE = 1_000;
const ALL: CaseFilter = {
  outcome: undefined,
  stage: undefined,
  assertion: undefined,
  model: undefined,
  leftOut: undefined,
  q: undefined,
};

/** Every case of a run with each of its models, in the order of the suite. */
export async function* pagesOfCases(pool: Pool, run: RunGrading): AsyncGenerator<RunCaseRow[]> {
  const pages = new RunCasePages(pool);
  for (let place: RunCasePlace | undefined; ;) {
    const page = await pages.find(run, ALL, place, PAGE);
    yield page;
    if (page.length < PAGE) return;
    const { casePosition, model } = page.at(-1)!;
    place = [casePosition, model ?? ''];
  }
}

/** The first failed cases of a run, and the number of all. */
export async function failedCases(
  pool: Pool,
  run: RunGrading,
  limit: number,
): Promise<{ rows: RunCaseRow[]; count: number }> {
  const pages = new RunCasePages(pool);
  const count = (await pages.count(run)).counts.outcome.failed ?? 0;
  return { rows: count === 0 ? [] : await pages.find(run, { ...ALL, outcome: 'failed' }, undefined, limit), count };
}
