import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { listProfiles } from '../../store/browsers/browser-profiles.ts';

export const listBrowserProfiles = ({ pool }: Deps) =>
  handle(operations.listBrowserProfiles, async ({ userId = '' }, { projectId }) => ({
    items: (await listProfiles(pool, projectId, userId)).map(({ updatedAt, ...profile }) => ({
      ...profile,
      updatedAt: updatedAt.getTime(),
    })),
  }));
