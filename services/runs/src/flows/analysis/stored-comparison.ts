import { SingleFlight } from '@assay/kit/concurrency/single-flight';
import type { Pool } from '@assay/kit/postgres/db';
import type { Run } from '../../domain/eval-runs/run.ts';
import {
  findStateOf,
  listComparisonParts,
  replaceComparison,
  type ComparedPair,
} from '../../store/analysis/run-comparisons.ts';
import { findRun } from '../../store/eval-runs/runs.ts';
import { compareRuns, type ComparedRuns } from './comparison.ts';

/** The version of what is stored: raise it when `compareRuns` answers the same runs differently. */
const VERSION = 2;
/** Cases of one stored part. */
const PART_CASES = 50;

/** Cases of a comparison from a place on; all that follow when there is no limit. */
export interface CasesWanted {
  from: number;
  limit: number | undefined;
}

/** A comparison with some of its cases, and the place of the next one. */
export interface ComparisonPage {
  comparison: ComparedRuns;
  next: number | undefined;
}

/** Part 0 of a stored comparison. */
interface ComparisonHead {
  comparison: Omit<ComparedRuns, 'cases'>;
  cases: number;
}

/** Large runs take seconds, and clients ask again. */
const underWay = new SingleFlight<ComparedRuns | undefined>();

/**
 * A page of the comparison of two runs. That of runs that are over is computed once and stored, until a regrade or a
 * judgement changes one of them. Undefined when a run is gone.
 */
export async function comparisonPage(
  pool: Pool,
  base: Run,
  run: Run,
  wanted: CasesWanted,
): Promise<ComparisonPage | undefined> {
  if (!base.completedAt || !run.completedAt) return pageOf(await compareRuns(pool, base, run), wanted);
  const state = await findStateOf(pool, base.id, run.id);
  if (state === undefined) return undefined;
  const pair = { baseRunId: base.id, runId: run.id, state: `${VERSION} ${state}` };
  const stored = await storedPage(pool, pair, wanted);
  if (stored) return stored;
  const computed = await underWay.run(`${pair.baseRunId} ${pair.runId} ${pair.state}`, () =>
    computedOnce(pool, run.projectId, pair),
  );
  return computed && pageOf(computed, wanted);
}

async function storedPage(
  pool: Pool,
  pair: ComparedPair,
  { from, limit }: CasesWanted,
): Promise<ComparisonPage | undefined> {
  const first = Math.floor(from / PART_CASES);
  const last = limit === undefined ? undefined : Math.floor((from + limit - 1) / PART_CASES);
  const [head, ...parts] = await listComparisonParts(pool, pair, {
    first: first + 1,
    last: last === undefined ? undefined : last + 1,
  });
  if (!head) return undefined;
  const { comparison, cases } = head.body as ComparisonHead;
  const read = parts.flatMap(({ body }) => body as ComparedRuns['cases']);
  const place = from - first * PART_CASES;
  return {
    comparison: { ...comparison, cases: read.slice(place, limit === undefined ? undefined : place + limit) },
    next: nextOf(cases, { from, limit }),
  };
}

/** Reads both runs after their state, and stores their comparison when they still have it afterwards. */
async function computedOnce(pool: Pool, projectId: string, pair: ComparedPair): Promise<ComparedRuns | undefined> {
  const [base, run] = [await findRun(pool, projectId, pair.baseRunId), await findRun(pool, projectId, pair.runId)];
  if (!base || !run) return undefined;
  const { cases, ...comparison } = await compareRuns(pool, base, run);
  const head: ComparisonHead = { comparison, cases: cases.length };
  if (pair.state === `${VERSION} ${await findStateOf(pool, base.id, run.id)}`)
    await replaceComparison(pool, pair, [head, ...inParts(cases)]);
  return { ...comparison, cases };
}

const inParts = <T>(all: T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / PART_CASES) }, (_, i) => all.slice(i * PART_CASES, (i + 1) * PART_CASES));

const pageOf = ({ cases, ...comparison }: ComparedRuns, { from, limit }: CasesWanted): ComparisonPage => ({
  comparison: { ...comparison, cases: cases.slice(from, limit === undefined ? undefined : from + limit) },
  next: nextOf(cases.length, { from, limit }),
});

const nextOf = (cases: number, { from, limit }: CasesWanted): number | undefined =>
  limit !== undefined && from + limit < cases ? from + limit : undefined;
