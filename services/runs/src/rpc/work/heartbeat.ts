import type { HeartbeatRequest, HeartbeatResponse } from '@assay/contract/gen/assay/v1/work';
import { onlyForService } from '@assay/kit/rpc/only-for-service';
import type { Handler } from '@assay/kit/rpc/handler';
import type { Deps } from '../../deps.ts';
import { extendLeases, listWithin } from '../../store/work/leases.ts';
import { storedParts } from '../../flows/iterations/stored-parts.ts';
import { insertParts } from '../../store/iterations/traces.ts';

export const heartbeat = ({ pool, leaseMs }: Deps): Handler<HeartbeatRequest, HeartbeatResponse> =>
  onlyForService('runner', async ({ beats }, caller) => {
    const within = await listWithin(
      pool,
      beats.map(({ iterationId: id, ...beat }) => ({ id, ...beat })),
      caller,
    );
    const held = new Set(await extendLeases(pool, within, leaseMs));
    for (const { id, fence, parts } of within)
      await insertParts(pool, await storedParts({ iterationId: id, fence, parts }));
    return { stopIterationIds: beats.map(({ iterationId }) => iterationId).filter((id) => !held.has(id)) };
  });
