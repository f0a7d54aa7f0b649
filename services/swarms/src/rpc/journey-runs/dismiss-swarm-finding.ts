import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import { dismissFinding } from '../../actions/findings/dismiss-finding.ts';
import type { Deps } from '../../deps.ts';

export const dismissSwarmFinding = ({ pool }: Deps) =>
  handle(operations.dismissSwarmFinding, (_caller, target) => dismissFinding(pool, target, true));
