import { HeldService } from '@assay/contract/gen/assay/v1/held';
import type { Channel } from '@assay/kit/rpc/client';

/** The name under which work is handed out to a runner: whatever it calls itself, the last part says on which token. */
export const nameOnToken = (runnerId: string, tokenId: string): string => `${runnerId}/${tokenId}`;

/** Those of the servers that work is about which runners have in hand on this token, in the order asked. */
export async function heldServers(
  rooms: { runs: Channel; diagnostics: Channel },
  projectId: string,
  serverIds: string[],
  tokenId: string,
): Promise<string[]> {
  const held = new Set<string>();
  const answers = await Promise.allSettled(
    [rooms.runs, rooms.diagnostics].map((room) =>
      room.call(HeldService.listHeldServers, { projectId, serverIds, tokenId }),
    ),
  );
  for (const answer of answers)
    if (answer.status === 'fulfilled') for (const id of answer.value.serverIds) held.add(id);
  // Whoever is away may be the one whose work it is.
  const away = answers.find((answer) => answer.status === 'rejected');
  if (away && held.size < new Set(serverIds).size) throw away.reason;
  return serverIds.filter((id) => held.has(id));
}
