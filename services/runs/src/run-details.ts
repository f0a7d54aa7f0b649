import type { EvalRun } from '@assay/contract/documents/run';
import type { Db } from '@assay/kit/db';
import { cassetteOf } from './cassette-of.ts';
import type { Run, RunDetails } from './domain/run.ts';
import { insightsOf } from './insights-of.ts';
import { judgesOf } from './judges-of.ts';
import { statisticsOf } from './statistics-of.ts';
import { waiverOf } from './waiver-of.ts';

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
