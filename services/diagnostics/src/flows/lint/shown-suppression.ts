import { given } from '@assay/contract/given';
import type { LintSuppression } from '@assay/contract/areas/diagnosis/lint';
import type { SuppressionRow } from '../../store/lint/lint-suppressions.ts';

/** A suppression as the API tells it. */
export const shownSuppression = ({ id, ruleId, body, createdBy, createdAt }: SuppressionRow): LintSuppression => ({
  id,
  ruleId,
  ...given({ item: body.item, paths: body.paths, createdBy: createdBy ?? undefined }),
  reason: body.reason,
  createdAt: createdAt.getTime(),
});
