import type { EvalRunCaseCounts } from '@assay/contract/areas/eval-runs/run-cases';
import type { Pool } from '@assay/kit/postgres/db';
import { LRUCache } from 'lru-cache';
import { caseCountsOf, type CaseFilter, type RunCaseRow } from '../../domain/eval-runs/run-case.ts';
import { countRunCases, listRunCases, type CaseRange } from '../../store/eval-runs/run-cases.ts';
import type { RunGrading } from '../../store/eval-runs/runs.ts';

/** The place of a case variant in the list; a case that calls no model has one variant, and the empty text for its model. */
export type RunCasePlace = [casePosition: number, model: string];

/** The numbers of cases that the filters would find in a run, and the position of its last case. */
interface CountedRun {
  counts: EvalRunCaseCounts;
  lastPosition: number;
}

/** The counts of this many runs are kept: a list is polled, and most polls find the run as it was. */
const KEPT_RUNS = 200;
/** The first part of a run that is searched for a page, in pages; each further part is this many times as long. */
const [FIRST_PAGES, GROWTH] = [2, 4];

/** Pages of the cases of runs. */
export class RunCasePages {
  readonly #pool: Pool;
  readonly #counted = new LRUCache<string, CountedRun>({ max: KEPT_RUNS });

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  async count(run: RunGrading): Promise<CountedRun> {
    const key = `${run.runId} ${run.version}`;
    const kept = this.#counted.get(key);
    if (kept) return kept;
    const groups = await countRunCases(this.#pool, run);
    const counted = {
      counts: caseCountsOf(groups),
      lastPosition: Math.max(-1, ...groups.map(({ lastPosition }) => lastPosition)),
    };
    this.#counted.set(key, counted);
    return counted;
  }

  /** At most `limit` case variants after a place; a run is searched part by part until they are found. */
  async find(
    run: RunGrading,
    filter: CaseFilter,
    place: RunCasePlace | undefined,
    limit: number,
  ): Promise<RunCaseRow[]> {
    const { lastPosition } = await this.count(run);
    const found: RunCaseRow[] = [];
    const [after, model] = place ?? [-1, ''];
    let length = limit * FIRST_PAGES;
    let range: CaseRange = { after, model: model === '' ? null : model, until: after + length };
    while (found.length < limit && range.after < lastPosition + 1) {
      found.push(...(await listRunCases(this.#pool, run, filter, range, limit - found.length)));
      length *= GROWTH;
      range = { after: range.until, model: null, until: range.until + length };
    }
    return found;
  }
}
