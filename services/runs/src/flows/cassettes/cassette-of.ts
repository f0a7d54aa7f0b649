import type { EvalRun } from '@assay/contract/areas/eval-runs/documents';
import type { Db } from '@assay/kit/postgres/db';
import type { Run } from '../../domain/eval-runs/run.ts';
import { findCassetteOfRun } from '../../store/cassettes/cassettes.ts';

/** The cassette that a recorded run left, once it is there. */
export async function cassetteOf(db: Db, { id, cassette }: Run): Promise<Partial<EvalRun>> {
  if (cassette?.mode !== 'record') return {};
  const cassetteId = await findCassetteOfRun(db, id);
  return { cassette: { mode: cassette.mode, ...(cassetteId && { cassetteId }) } };
}
