import type { ServerInventory } from '@assay/contract/areas/servers/inventory';
import { redactText } from '@assay/kit/security/redact';
import type { WorkRecorder } from './recorder.ts';

/** At most this many tools are named, and this much is said, in characters. */
const [NAMED, MAX_TEXT] = [5, 400];

/** Records which tools a model is not told of because no client can use or list them, and why. */
export function recordLeftOutTools(recorder: WorkRecorder, inventory: readonly ServerInventory[]): void {
  for (const server of inventory) {
    const { leftOut = [], incompleteBecause } = server;
    const named = leftOut.slice(0, NAMED).map(({ name, why }) => `${name ?? 'an entry'} ${why}`);
    const more = leftOut.length > NAMED ? `; ${leftOut.length - NAMED} more` : '';
    if (leftOut.length > 0) recordListFault(recorder, server, `Left out of the list: ${named.join('; ')}${more}.`);
    if (incompleteBecause !== undefined) recordListFault(recorder, server, incompleteBecause);
  }
}

function recordListFault(recorder: WorkRecorder, { serverId, serverName }: ServerInventory, message: string): void {
  recorder.span({
    name: `tools/list ${serverName}`,
    category: 'client',
    startMs: recorder.at(),
    serverId,
    status: 'error',
    message: redactText(message, MAX_TEXT),
  });
}
