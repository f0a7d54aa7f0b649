import type { ServerInventory } from '@assay/contract/areas/servers/inventory';
import { isObject } from '@assay/contract/json';

/** At most this much of a request for all tools, and at most this much for one tool, in characters. */
const MAX_CATALOG = 60_000;
const MAX_TOOL = 4_000;
/** At least this much of a tool is shown, in characters. */
const MIN_TOOL = 160;

/**
 * The tools of every server, one JSON line each, within a budget: the more tools there are, the shorter are their
 * descriptions and input schemas. `hidden` counts the tools that found no room.
 */
export function catalogText(inventory: ServerInventory[], max = MAX_CATALOG): { text: string; hidden: number } {
  const tools = inventory.flatMap(({ serverName, tools }) => tools.map((tool) => ({ serverName, tool })));
  const share = Math.max(MIN_TOOL, Math.min(MAX_TOOL, Math.floor(max / Math.max(1, tools.length))));
  const lines: string[] = [];
  let length = 0;
  for (const { serverName, tool } of tools) {
    const line = toolLine(serverName, tool, share);
    length += line.length + 1;
    if (length > max) break;
    lines.push(line);
  }
  return { text: lines.join('\n'), hidden: tools.length - lines.length };
}

function toolLine(server: string, { name, description, inputSchema }: Record<string, unknown>, share: number): string {
  const said = typeof description === 'string' ? clipWithEllipsis(description, Math.floor(share / 3)) : undefined;
  const line = { server, tool: String(name), ...(said && { description: said }) };
  const room = share - JSON.stringify({ ...line, input: 0 }).length;
  return tagSafeJson(JSON.stringify({ ...line, input: shortened(inputSchema, room) }));
}

/** The schema, reduced to the room there is: without its prose, then only the types of its properties, then a note. */
function shortened(schema: unknown, room: number): unknown {
  const versions = [schema, withoutProse(schema), outline(schema)];
  return versions.find((version) => JSON.stringify(version ?? {}).length <= room) ?? '(too large to show)';
}

const PROSE = new Set(['description', 'title', 'examples', '$schema', '$comment']);

function withoutProse(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutProse);
  if (!isObject(node)) return node;
  // A property may be called `title`; only texts are prose.
  return Object.fromEntries(
    Object.entries(node)
      .filter(([key, value]) => !PROSE.has(key) || isObject(value))
      .map(([key, value]) => [key, withoutProse(value)]),
  );
}

function outline(schema: unknown): unknown {
  const { properties, required } = isObject(schema) ? schema : {};
  const types = Object.entries(isObject(properties) ? properties : {}).map(([key, value]) => [
    key,
    (isObject(value) && value.type) || 'any',
  ]);
  return { properties: Object.fromEntries(types), ...(required !== undefined && { required }) };
}

export const clipWithEllipsis = (text: string, max: number): string =>
  text.length > max ? `${text.slice(0, Math.max(0, max - 1)).toWellFormed()}…` : text;

/** JSON that cannot close the tag around it. */
export const tagSafeJson = (json: string): string => json.replaceAll('<', '\\u003c');
