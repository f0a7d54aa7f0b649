import type { JourneyRun } from '@assay/contract/areas/journey-runs/documents';
import { given } from '@assay/contract/given';

/** How the mining of a wave stands. */
export interface WaveMining {
  /** Whether its findings are computed from all of its sessions. */
  isMined: boolean;
  /** Its last mining failed, and when it is tried again; null is at once. */
  hasMiningFailed: boolean;
  mineAfter: Date | null;
}

/** The mining of a wave as its runs show it. */
export function miningStateOf({ isMined, hasMiningFailed, mineAfter }: WaveMining): NonNullable<JourneyRun['mining']> {
  if (isMined) return { status: 'mined' };
  if (!hasMiningFailed) return { status: 'pending' };
  return {
    status: 'failed',
    reason: 'The findings of the wave could not be computed. The log of the service has the error.',
    ...given({ nextTryAt: mineAfter?.getTime() }),
  };
}
