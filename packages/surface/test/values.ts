import type { RandomChoices } from './random.ts';
import type { JsonSchema } from './schemas.ts';

const SCALARS = [
  '',
  'x',
  'yy',
  'zzz',
  'long enough',
  '2026-01-01',
  'xz',
  -3,
  -2,
  -1,
  0,
  1,
  2,
  3,
  4,
  5,
  6,
  8,
  9,
  12,
  0.5,
  2.5,
  true,
  false,
  null,
];

/** A value that probably matches the schema, without undeclared properties. */
export function likelyValue(schema: unknown, root: JsonSchema, choices: RandomChoices, depth = 0): unknown {
  const { pick, below, chance } = choices;
  if (typeof schema !== 'object' || schema === null || depth > 8) return pick(SCALARS);
  const node = schema as JsonSchema & { properties?: JsonSchema };
  const inner = (of: unknown) => likelyValue(of, root, choices, depth + 1);
  if (typeof node['$ref'] === 'string')
    return inner((root['$defs'] as JsonSchema)[node['$ref'].slice('#/$defs/'.length)]);
  for (const key of ['anyOf', 'oneOf', 'allOf'])
    if (Array.isArray(node[key]) && node[key].length > 0) return inner(pick(node[key]));
  if (Array.isArray(node['enum'])) return pick(node['enum']);
  if ('const' in node) return node['const'];
  const type = Array.isArray(node['type']) ? (pick(node['type']) as unknown) : node['type'];
  if (type === 'object' || (type === undefined && node.properties)) {
    const required = new Set(node['required'] as string[] | undefined);
    const entries = Object.entries(node.properties ?? {})
      .filter(([name]) => required.has(name) || chance(0.6))
      .map(([name, of]) => [name, inner(of)]);
    const others =
      typeof node['additionalProperties'] === 'object' && chance(0.5)
        ? [[pick(['p', 'q', 'a', 'b', 'c', 'd']), inner(node['additionalProperties'])]]
        : [];
    return Object.fromEntries([...others, ...entries]);
  }
  if (type === 'array') {
    const first = ((node['prefixItems'] as unknown[] | undefined) ?? []).slice(0, below(4)).map(inner);
    return [...first, ...Array.from({ length: below(4) }, () => inner(node['items']))];
  }
  return pick(
    SCALARS.filter(
      (value) =>
        type === undefined ||
        (type === 'integer' ? Number.isInteger(value) : type === 'null' ? value === null : typeof value === type),
    ),
  );
}
