import type { EvalRun } from '@assay/contract/areas/eval-runs/documents';
import type { Db } from '@assay/kit/postgres/db';
import { cassetteOf } from '../cassettes/cassette-of.ts';
import type { Run, RunDetails } from '../../domain/eval-runs/run.ts';
import { insightsOf } from '../analysis/insights-of.ts';
import { judgesOf } from '../judges/judges-of.ts';
import { statisticsOf } from './statistics-of.ts';
import { waiverOf } from '../gates/waiver-of.ts';

type Part = (db: Db, run: Run & RunDetails) => Promise<Partial<EvalRun>>;

/** What only a single read of a run has, each from where it is decided. */
const parts: Part[] = [
  judgesOf,
  async (_db, { ingestion }) => (ingestion ? { ingestion } : {}),
  cassetteOf,
  insightsOf,
  statisticsOf,
  waiverOf,
];

/** Reads what a single run shows beyond its row. */
export async function detailsOf(db: Db, run: Run & RunDetails): Promise<Partial<EvalRun>> {
  return Object.assign({}, ...(await Promise.all(parts.map((part) => part(db, run))))) as Partial<EvalRun>;
}
