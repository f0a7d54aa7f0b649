import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import { removeProfile } from '../../actions/browsers/remove-browsers.ts';
import type { Deps } from '../../deps.ts';

export const deleteBrowserProfile = ({ pool }: Deps) =>
  handle(operations.deleteBrowserProfile, async ({ userId = '' }, { projectId, profileId }) => {
    await removeProfile(pool, { projectId, ownerId: userId, id: profileId });
    return { id: profileId, deleted: true as const };
  });
