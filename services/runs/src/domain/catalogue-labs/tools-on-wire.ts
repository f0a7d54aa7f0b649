import type { WireEntry } from '@assay/contract/areas/transcripts/trace';
import { isObject } from '@assay/contract/json';

type Declared = Record<string, unknown>;
interface Exchange {
  cursor: unknown;
  result: Record<string, unknown> | undefined;
}

/**
 * The tools that servers declared in a recorded trace: the pages of the first complete `tools/list` of each server that
 * was asked for its tools. Undefined when there is no such server, or a list is not complete, such as a page that was
 * too long to be kept.
 */
export function toolsOnWire(wire: readonly WireEntry[]): Declared[] | undefined {
  const tools: Declared[] = [];
  const asked = Map.groupBy(exchangesOf(wire), ({ serverId }) => serverId);
  for (const exchanges of asked.values()) {
    const listed = firstList(exchanges);
    if (!listed) return undefined;
    tools.push(...listed);
  }
  return asked.size === 0 ? undefined : tools;
}

function exchangesOf(wire: readonly WireEntry[]): (Exchange & { serverId: string })[] {
  const answers = new Map(
    wire.flatMap(({ direction, serverId, message }) =>
      direction === 'received' && isObject(message) && isObject(message['result'])
        ? [[keyOf(serverId, message['id']), message['result']] as const]
        : [],
    ),
  );
  return wire.flatMap(({ direction, serverId, message }) => {
    if (direction !== 'sent' || !isObject(message) || message['method'] !== 'tools/list') return [];
    const { id, params } = message;
    return [
      { serverId, cursor: isObject(params) ? params['cursor'] : undefined, result: answers.get(keyOf(serverId, id)) },
    ];
  });
}

const keyOf = (serverId: string, id: unknown): string => JSON.stringify([serverId, id]);

/** The pages from the first request on, each by the cursor of the one before. */
function firstList(exchanges: readonly Exchange[]): Declared[] | undefined {
  const tools: Declared[] = [];
  let cursor: unknown;
  for (const exchange of exchanges) {
    if (exchange.cursor !== cursor) continue;
    const { tools: page, nextCursor } = exchange.result ?? {};
    if (!Array.isArray(page)) return undefined;
    tools.push(...page.filter(isObject));
    if (nextCursor === undefined) return tools;
    cursor = nextCursor;
  }
  return undefined;
}
