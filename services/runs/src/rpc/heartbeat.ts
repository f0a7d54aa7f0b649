import type { HeartbeatRequest, HeartbeatResponse } from '@assay/contract/gen/assay/v1/work';
import { runnersOnly } from '@assay/kit/runners-only';
import type { Handler } from '@assay/kit/serve';
import type { Deps } from '../deps.ts';
import { extendLeases } from '../store/iterations.ts';
import { insertParts } from '../store/traces.ts';

export const heartbeat = ({ pool, leaseMs }: Deps): Handler<HeartbeatRequest, HeartbeatResponse> => runnersOnly(async ({ beats }) => {
  const held = new Set(await extendLeases(pool, beats.map(({ iterationId: id, fence }) => ({ id, fence })), leaseMs));
  await insertParts(pool, beats.flatMap(({ iterationId, fence, parts }) => parts.map(({ index: part, body }) => ({ iterationId, fence, part, body }))));
  return { stopIterationIds: beats.map(({ iterationId }) => iterationId).filter((id) => !held.has(id)) };
});
