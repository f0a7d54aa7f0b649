import { isObject, type Json } from '../../json.ts';
import { normalSchema } from './located.ts';
import { finiteValues, possibleTypes } from './value-types.ts';

const MAX_ALTERNATIVES = 50;

/** Whether it is plain to see that no value fits two of these schemas: by their types, or by a property that tells them apart. */
export function areDisjoint(alternatives: unknown[], root: unknown): boolean {
  if (alternatives.length > MAX_ALTERNATIVES) return false;
  const facts = alternatives.map((schema) => ({ types: possibleTypes({ schema, root }), tags: tagsOf(normalSchema({ schema, root }), root) }));
  return facts.every((a, i) => facts.slice(i + 1).every((b) => a.types.isDisjointFrom(b.types) || areToldApart(a.tags, b.tags)
    && [...a.types.intersection(b.types)].every((type) => type === 'object')));
}

type Tags = Map<string, ReadonlySet<string>>;

const areToldApart = (a: Tags, b: Tags): boolean => [...a].some(([name, values]) => b.get(name)?.isDisjointFrom(values));

/** The required properties that have one of few values. */
function tagsOf({ properties, required }: Json, root: unknown): Tags {
  if (!isObject(properties) || !Array.isArray(required)) return new Map();
  return new Map(required.flatMap((name): [string, ReadonlySet<string>][] => {
    const values = typeof name === 'string' && Object.hasOwn(properties, name) ? finiteValues(normalSchema({ schema: properties[name], root })) : undefined;
    return values ? [[name, new Set(values.keys())]] : [];
  }));
}
