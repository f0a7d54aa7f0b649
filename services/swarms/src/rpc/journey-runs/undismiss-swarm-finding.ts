import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import { dismissFinding } from '../../actions/findings/dismiss-finding.ts';
import type { Deps } from '../../deps.ts';

export const undismissSwarmFinding = ({ pool }: Deps) =>
  handle(operations.undismissSwarmFinding, (_caller, target) => dismissFinding(pool, target, false));
