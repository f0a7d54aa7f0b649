import type { ServerInventory } from '@assay/contract/areas/servers/inventory';
import { redactText } from '@assay/kit/security/redact';
import { toolChanges, type ToolChanges } from '../../domain/offer/tool-changes.ts';
import type { ToolOffer } from '../../domain/offer/tool-offer.ts';
import { recordLeftOutTools } from '../../reach/recording/left-out-tools.ts';
import type { WorkRecorder } from '../../reach/recording/recorder.ts';
import type { TurnInput } from './take-turn.ts';

/** At most this many tools of a kind are named, and this much is said, in characters. */
const [NAMED, MAX_TEXT] = [5, 400];

/** The offer for a turn: a server that has changed its tools is asked for them before the next question. */
export const renewedOffer = (
  offer: ToolOffer,
  inventory: () => Promise<ServerInventory[]>,
  recorder: WorkRecorder,
): TurnInput['offer'] => ({
  get tools() {
    return offer.tools;
  },
  async renew() {
    const now = await inventory();
    const changes = toolChanges(offer.inventory, now);
    if (changes.length === 0) return;
    offer.renew(now);
    for (const change of changes) recordChange(recorder, change);
    recordLeftOutTools(
      recorder,
      now.filter(({ serverId }) => changes.some((change) => change.serverId === serverId)),
    );
  },
});

function recordChange(recorder: WorkRecorder, { serverId, serverName, added, removed, changed }: ToolChanges): void {
  const parts = [named(added, 'new'), named(removed, 'gone'), named(changed, 'declared otherwise')].filter(Boolean);
  recorder.span({
    name: `tools/list ${serverName}`,
    category: 'client',
    startMs: recorder.at(),
    serverId,
    status: 'ok',
    message: redactText(`The tools changed: ${parts.join('; ')}.`, MAX_TEXT),
  });
}

const named = (names: string[], what: string): string =>
  names.length === 0
    ? ''
    : `${names.slice(0, NAMED).join(', ')}${names.length > NAMED ? ` and ${names.length - NAMED} more` : ''} ${what}`;
