import type { SurfaceDifference } from '@assay/contract/areas/analysis/compare';
import type { Surface } from '@assay/contract/areas/surfaces/documents';
import type { Db } from '@assay/kit/postgres/db';
import { unzipJson } from '@assay/transcripts/gzip';
import { surfaceDifferences, versionOf, type ComparedSurface } from '../../domain/analysis/surface-differences.ts';
import type { Run } from '../../domain/eval-runs/run.ts';
import { listLastSurfaces, type RunSurface } from '../../store/eval-runs/run-surfaces.ts';

/** The version that each server of some runs said it is, by the ids of run and server; of the last surface that was met. */
export async function findServerVersions(db: Db, runIds: string[]): Promise<Map<string, Map<string, string>>> {
  const found = await listLastSurfaces(db, runIds);
  const told = await Promise.all(
    found.map(async (met) => ({ runId: met.runId, serverId: met.serverId, version: versionOf(await compared(met)) })),
  );
  return new Map(
    runIds.map((id) => [
      id,
      new Map(
        told.flatMap(({ runId, serverId, version }) =>
          runId === id && version !== undefined ? [[serverId, version]] : [],
        ),
      ),
    ]),
  );
}

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
