import { given } from '@assay/contract/given';
import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { findServerVersions } from '../../flows/analysis/met-surfaces.ts';
import { listLastMeetings } from '../../store/eval-runs/run-surfaces.ts';

export const listMetSurfaces = ({ pool }: Deps) =>
  handle(operations.listMetSurfaces, async (_caller, { projectId, serverId }) => {
    const meetings = await listLastMeetings(pool, projectId, serverId);
    const versions = await findServerVersions(
      pool,
      meetings.map(({ runId }) => runId),
    );
    return {
      items: meetings.map(({ environmentId, metAt, ...meeting }) => ({
        ...given({ environmentId: environmentId ?? undefined }),
        ...meeting,
        hash: `sha256:${meeting.hash}`,
        ...given({ version: versions.get(meeting.runId)?.get(serverId) }),
        metAt: metAt.getTime(),
      })),
    };
  });
