import { isMap, isScalar, isSeq, type LineCounter, type Node } from 'yaml';

/**
 * The position of the part that a JSON Pointer names: of an entry, its key. Of the nearest existing parent when there
 * is no such part.
 */
export function positionOf(root: Node, path: string, lines: LineCounter): { line: number; column: number } {
  let node: Node | null | undefined = root;
  let offset = root.range?.[0] ?? 0;
  for (const name of path
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))) {
    const [key, next] = childOf(node, name);
    if (!key) break;
    offset = key.range?.[0] ?? offset;
    node = next;
  }
  const { line, col: column } = lines.linePos(offset);
  return { line: Math.max(line, 1), column: Math.max(column, 1) };
}

function childOf(
  node: Node | null | undefined,
  name: string,
): [at?: Node | undefined, value?: Node | null | undefined] {
  if (isSeq<Node>(node)) {
    const item = node.items[Number(name)];
    return [item, item];
  }
  if (!isMap<Node, Node>(node)) return [];
  const entry = node.items.find(({ key }) => isScalar(key) && (String(key.value) === name || key.source === name));
  return entry ? [entry.key, entry.value] : [];
}
