import type {
  DiffServer,
  DiffSide,
  ExportedSurface,
  ServerExport,
  Surface,
} from '@assay/contract/areas/surfaces/documents';
import { faultProblem } from '@assay/contract/fault';
import { invalid, notFound } from '@assay/contract/problem';
import { surfaceHash } from '@assay/surface/hash';
import { MAX_TOOLS } from '@assay/surface/max-tools';
import type { Deps } from '../../deps.ts';
import type { ServerAddress } from '../../domain/servers/server-address.ts';
import { findServer } from '../servers/find-server.ts';
import { askServer } from '../inspections/inspect-server.ts';
import { findSurface } from '../../store/surfaces/surfaces.ts';

interface Side {
  surface: Surface;
  surfaceId?: string;
}

/** The two surfaces of a comparison. @throws Problem NOT_FOUND for a surface that the server does not have. */
export async function diffSides(
  deps: Deps,
  address: ServerAddress,
  { base, head = 'live' }: DiffServer,
): Promise<{ from: Side; to: Side }> {
  if (head !== 'live') await findServer(deps, address);
  // Stored surfaces are looked up before the server is connected to.
  const [from, kept] = [
    await keptSide(deps, address, base),
    head === 'live' ? undefined : await keptSide(deps, address, head),
  ];
  const to = kept ?? {
    surface: JSON.parse(Buffer.from(await askServer(deps, address, 'export', {})).toString()) as ServerExport,
  };
  return {
    from: { ...from, surface: usable(completed(from.surface, to.surface), '/base/export') },
    to: { ...to, surface: usable(completed(to.surface, from.surface), '/head/export') },
  };
}

type Kept = Omit<Side, 'surface'> & { surface: ExportedSurface };

async function keptSide(
  { pool }: Deps,
  address: ServerAddress,
  { surfaceId, export: document }: DiffSide,
): Promise<Kept> {
  if (surfaceId === undefined) return { surface: document! };
  const found = await findSurface(pool, address, surfaceId);
  if (!found) throw notFound('surface');
  return { surface: found.surface, surfaceId };
}

/** Fields that one side lacks are not compared. */
const completed = (side: ExportedSurface, other: ExportedSurface): Surface => ({
  capabilities: other.capabilities ?? {},
  resourceTemplates: other.resourceTemplates ?? [],
  ...side,
});

/** Refuses a document that has too many tools, or is nested too deep, to be compared. */
function usable(surface: Surface, path: string): Surface {
  if (surface.tools.length > MAX_TOOLS)
    throw faultProblem({ path: `${path}/tools`, message: `has more than ${MAX_TOOLS} tools` });
  try {
    surfaceHash(surface);
    return surface;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw invalid(`${path} is nested too deeply.`, { issues: [{ path, message: 'is nested too deeply' }] });
  }
}
