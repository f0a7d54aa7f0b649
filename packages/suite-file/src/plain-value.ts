import { isAlias, isMap, isScalar, isSeq, type Node, type ParsedNode, type Scalar, type YAMLMap } from 'yaml';
import { pointerSegment } from './fault.ts';

/** A fault at an offset of the text. */
export interface OffsetFault {
  path: string;
  message: string;
  offset: number;
}

/** The deepest nesting of arrays and objects. */
export const MAX_DEPTH = 128;
/** The largest size of a file with its references expanded: its characters, and eight per value. */
const MAX_EXPANDED = 25_165_824;
const VALUE = 8;

interface Converted {
  value: unknown;
  size: number;
}
/** Ends the conversion: the rest would be too expensive, or meaningless. */
class Stop extends Error {}

/**
 * Converts parsed YAML to plain JSON values, and reports parts without a JSON form. An anchored value is converted
 * once, regardless of its references.
 */
export function plainValue(root: ParsedNode): { value: unknown; findings: OffsetFault[] } {
  const findings: OffsetFault[] = [];
  const anchors = new Map<string, Converted | 'open'>();
  const found = (node: Node, path: string, message: string) => {
    findings.push({ path, message, offset: node.range?.[0] ?? 0 });
  };
  const stop = (node: Node, path: string, message: string): never => {
    found(node, path, message);
    throw new Stop();
  };

  const visit = (node: Node, path: string, depth: number): Converted => {
    if (isAlias(node)) return referred(node, node.source, path);
    if (depth > MAX_DEPTH) stop(node, path, `is nested deeper than ${MAX_DEPTH} levels`);
    const { anchor } = node as ParsedNode & { anchor?: string };
    if (anchor) anchors.set(anchor, 'open');
    const converted = isMap(node)
      ? mapping(node, path, depth)
      : isSeq(node)
        ? sequence(node.items as Node[], path, depth)
        : scalar(node, path);
    if (converted.size > MAX_EXPANDED) stop(node, path, 'is too large when its references are written out');
    if (anchor) anchors.set(anchor, converted);
    return converted;
  };

  const referred = (node: Node, name: string, path: string): Converted => {
    const target = anchors.get(name);
    if (target === undefined) return stop(node, path, `refers to *${name}, which is not known here`);
    return target === 'open' ? stop(node, path, `refers to *${name}, which it is a part of`) : target;
  };

  const sequence = (items: Node[], path: string, depth: number): Converted => {
    const parts = items.map((item, index) => visit(item, `${path}/${index}`, depth + 1));
    return { value: parts.map(({ value }) => value), size: parts.reduce((sum, { size }) => sum + size, VALUE) };
  };

  const mapping = ({ items }: YAMLMap, path: string, depth: number): Converted => {
    const entries = new Map<string, unknown>();
    let size = VALUE;
    for (const { key, value } of items) {
      const name = keyOf(key as Node, path);
      if (name === undefined) continue;
      const at = `${path}${pointerSegment(name)}`;
      if (entries.has(name)) found(key as Node, at, 'is given twice');
      const converted = value ? visit(value as Node, at, depth + 1) : { value: null, size: VALUE };
      entries.set(name, converted.value);
      size += name.length + converted.size;
    }
    // Unlike an assignment, this treats `__proto__` like any other key.
    return { value: Object.fromEntries(entries), size };
  };

  const keyOf = (key: Node, path: string): string | undefined => {
    const name = isScalar(key) ? nameOf(key) : undefined;
    const isMerge = name === '<<' && (key as Scalar).type === 'PLAIN';
    const message = name === undefined ? 'is not text' : unstorableReason(name);
    if (isMerge) found(key, `${path}/<<`, 'is a merge key, which is not read; write the keys out, or quote it');
    else if (message) found(key, path, `has a key that ${message}`);
    return isMerge ? undefined : name;
  };

  const scalar = (node: Scalar, path: string): Converted => {
    const { value = null, source = '' } = node;
    const message = unstorableReason(value, source);
    if (message) found(node, path, message);
    return { value, size: VALUE + (typeof value === 'string' ? value.length : 0) };
  };

  try {
    return { value: visit(root, '', 0).value, findings };
  } catch (error) {
    if (error instanceof Stop) return { value: undefined, findings };
    throw error;
  }
}

/** The text of a key; a number or a boolean as it was written. */
const nameOf = ({ value, source }: Scalar): string | undefined =>
  typeof value === 'string' ? value : value === null ? undefined : source;

/** Why JSON, or a database, could not store a scalar. */
export function unstorableReason(value: unknown, source = ''): string | undefined {
  if (typeof value === 'string') {
    if (value.includes('\0')) return 'has a NUL character';
    return value.isWellFormed() ? undefined : 'has half of a surrogate pair, which is not a character';
  }
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) return 'is a number that JSON cannot say';
    return isRounded(value, source) ? 'is a number too large to be kept exactly; quote it' : undefined;
  }
  return value === null || typeof value === 'boolean' ? undefined : 'is not a value of JSON';
}

/** Whether an integer was written that JSON parsers would round. */
function isRounded(value: number, source: string): boolean {
  const written = source.replace(/^\+/, '');
  if (Number.isSafeInteger(value) || !/^(?:-?\d+|0[xo][\da-f]+)$/i.test(written)) return false;
  return String(value) !== written && BigInt(written) !== BigInt(value);
}
