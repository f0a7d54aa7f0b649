import type { SurfaceDifference } from '@assay/contract/areas/analysis/compare';
import type { Surface } from '@assay/contract/areas/surfaces/documents';
import type { Db } from '@assay/kit/postgres/db';
import { unzipJson } from '@assay/transcripts/gzip';
import { surfaceDifferences, type ComparedSurface } from '../../domain/analysis/surface-differences.ts';
import type { Run } from '../../domain/eval-runs/run.ts';
import { listLastSurfaces, type RunSurface } from '../../store/eval-runs/run-surfaces.ts';

/** The differences of the surfaces that two runs met last. Only surfaces that differ are read. */
export async function findSurfaceDifferences(db: Db, base: Run, compare: Run): Promise<SurfaceDifference[]> {
  const hashesOf = ({ surfaces }: Run) =>
    JSON.stringify(surfaces.map(({ serverId, hash }) => `${serverId} ${hash}`).toSorted());
  if (base.surfaces.length === 0 || compare.surfaces.length === 0 || hashesOf(base) === hashesOf(compare)) return [];
  const met = await listLastSurfaces(db, [base.id, compare.id]);
  const of = (run: Run) => Promise.all(met.filter(({ runId }) => runId === run.id).map(compared));
  return surfaceDifferences(await of(base), await of(compare));
}

const compared = async ({ serverId, hash, body }: RunSurface): Promise<ComparedSurface> => ({
  serverId,
  hash,
  surface: body ? await unzipJson<Surface>(body) : undefined,
});
