import { HeldService } from '@assay/mesh/gen/assay/v1/held';
import type { Channel } from '@assay/kit/rpc/client';

/** The runner id of leases: the runner's own name, then the id of its token. */
export const nameOnToken = (runnerId: string, tokenId: string): string => `${runnerId}/${tokenId}`;

/** The servers whose work runners hold leases for on this token, in the given order. */
export async function heldServers(
  channels: { runs: Channel; diagnostics: Channel },
  projectId: string,
  serverIds: string[],
  tokenId: string,
): Promise<string[]> {
  const held = new Set<string>();
  const answers = await Promise.allSettled(
    [channels.runs, channels.diagnostics].map((channel) =>
      channel.call(HeldService.listHeldServers, { projectId, serverIds, tokenId }),
    ),
  );
  for (const answer of answers)
    if (answer.status === 'fulfilled') for (const id of answer.value.serverIds) held.add(id);
  // The missing servers may be held at the failed service.
  const away = answers.find((answer) => answer.status === 'rejected');
  if (away && held.size < new Set(serverIds).size) throw away.reason;
  return serverIds.filter((id) => held.has(id));
}
