import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import { dismissFinding } from '../../actions/study-analytics/dismiss-finding.ts';
import type { Deps } from '../../deps.ts';

export const dismissStudyFinding = ({ pool }: Deps) =>
  handle(operations.dismissStudyFinding, (_caller, target) => dismissFinding(pool, target, true));

export const undismissStudyFinding = ({ pool }: Deps) =>
  handle(operations.undismissStudyFinding, (_caller, target) => dismissFinding(pool, target, false));
