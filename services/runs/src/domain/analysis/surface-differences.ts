import type { ConfigurationChange, SurfaceDifference } from '@assay/contract/areas/analysis/compare';
import type { Surface, SurfaceChange } from '@assay/contract/areas/surfaces/documents';
import { given } from '@assay/contract/given';
import { diffSurfaces } from '@assay/surface/diff/diff-surfaces';
import { displayedHash } from '@assay/surface/hash';

/** The surface that a run met of a server; without the document where that was too long to be kept. */
export interface ComparedSurface {
  serverId: string;
  hash: string;
  surface: Surface | undefined;
}

const MAX_CHANGES = 50;
const GRADES = ['breaking', 'affectsModels', 'additive', 'cosmetic'] as const;
type Grade = (typeof GRADES)[number];

const gradeOf = ({ grade, affectsModels }: SurfaceChange): Grade =>
  affectsModels && grade !== 'breaking' ? 'affectsModels' : grade;

/** The differences of the surfaces that two runs met, for the servers of both. */
export const surfaceDifferences = (base: ComparedSurface[], compare: ComparedSurface[]): SurfaceDifference[] =>
  base.flatMap((was) => {
    const is = compare.find(({ serverId }) => serverId === was.serverId);
    return is && is.hash !== was.hash ? [differenceOf(was, is)] : [];
  });

const MAX_VERSION = 100;

/** The version that a server said it is. */
export function versionOf({ surface }: ComparedSurface): string | undefined {
  const version = surface?.serverInfo?.version;
  return typeof version === 'string' && version !== '' ? version.slice(0, MAX_VERSION) : undefined;
}

function differenceOf(was: ComparedSurface, is: ComparedSurface): SurfaceDifference {
  const hashes = {
    serverId: was.serverId,
    baseHash: displayedHash(was.hash),
    compareHash: displayedHash(is.hash),
    ...given({ baseVersion: versionOf(was), compareVersion: versionOf(is) }),
  };
  if (!was.surface || !is.surface) return hashes;
  const changes = diffSurfaces(was.surface, is.surface);
  const ofGrade = (grade: Grade) => changes.filter((change) => gradeOf(change) === grade);
  const counts = Object.fromEntries(GRADES.map((grade) => [grade, ofGrade(grade).length])) as Record<Grade, number>;
  return { ...hashes, summary: counts, changes: GRADES.flatMap(ofGrade).slice(0, MAX_CHANGES) };
}

/** A configuration change that also names the differences of surfaces, by grade. */
export const withSurfaces = (change: ConfigurationChange, surfaces: SurfaceDifference[]): ConfigurationChange =>
  surfaces.length === 0
    ? change
    : { ...change, changed: [...change.changed, ...surfaces.flatMap(pointersOf)], surfaces };

function pointersOf({ serverId, summary }: SurfaceDifference): string[] {
  const place = `/servers/${serverId}/surface`;
  if (!summary) return [place];
  return GRADES.filter((grade) => summary[grade] > 0).map((grade) => `${place}/${grade}`);
}
