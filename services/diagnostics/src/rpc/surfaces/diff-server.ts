import { given } from '@assay/contract/given';
import { operations } from '@assay/contract/operations';
import { analyseLargeSurface } from '@assay/inspect/surfaces/analyse-large-surface';
import { handle } from '@assay/kit/rpc/handle';
import { countChanges } from '@assay/surface/diff/diff-surfaces';
import { displayedHash, surfaceHash } from '@assay/surface/hash';
import type { Deps } from '../../deps.ts';
import { diffSides } from '../../flows/surfaces/diff-sides.ts';

export const diffServer = (deps: Deps) =>
  handle(operations.diffServer, async (_caller, address, input) => {
    const { from, to } = await diffSides(deps, address, input);
    const changes = await analyseLargeSurface({ question: 'diff', from: from.surface, to: to.surface });
    const summary = countChanges(changes);
    const [base, head] = [from, to].map(({ surface, surfaceId }) => ({
      hash: displayedHash(surfaceHash(surface)),
      ...given({ surfaceId }),
    }));
    return {
      base: base!,
      head: head!,
      compatible: summary.breaking === 0,
      summary,
      changes,
    };
  });
