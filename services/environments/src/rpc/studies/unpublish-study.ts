import { given } from '@assay/contract/given';
import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import { unpublishStudy as unpublish } from '../../actions/studies/unpublish-study.ts';
import type { Deps } from '../../deps.ts';

export const unpublishStudy = ({ pool }: Deps) =>
  handle(operations.unpublishStudy, async (_caller, target, { scenarioId, studyId = scenarioId }) => {
    const id = await unpublish(pool, target, studyId);
    return { environmentId: target.environmentId, deleted: id !== undefined, ...given({ id }) };
  });
