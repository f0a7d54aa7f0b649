import { isObject } from '@assay/contract/json';
import type { JsonObject } from '../../json.ts';
import { normalSchema, type SchemaDocument } from './located.ts';
import { finiteValues, possibleTypes } from './value-types.ts';

const MAX_ALTERNATIVES = 50;

/**
 * Whether two of these schemas obviously exclude each other: by their types, or by a property that tells them apart.
 */
export function areDisjoint(alternatives: unknown[], document: SchemaDocument): boolean {
  if (alternatives.length > MAX_ALTERNATIVES) return false;
  const facts = alternatives.map((schema) => ({
    types: possibleTypes({ schema, document }),
    tags: tagsOf(normalSchema({ schema, document }), document),
  }));
  document.spend(
    facts.length *
      facts.reduce((sum, { tags }) => sum + 1 + [...tags.values()].reduce((values, { size }) => values + size, 0), 0),
  );
  return facts.every((a, i) =>
    facts
      .slice(i + 1)
      .every(
        (b) =>
          a.types.isDisjointFrom(b.types) ||
          (areToldApart(a.tags, b.tags) && [...a.types.intersection(b.types)].every((type) => type === 'object')),
      ),
  );
}

type Tags = Map<string, ReadonlySet<string>>;

const areToldApart = (a: Tags, b: Tags): boolean =>
  [...a].some(([name, values]) => b.get(name)?.isDisjointFrom(values));

/** The required properties with a finite set of values. */
function tagsOf({ properties, required }: JsonObject, document: SchemaDocument): Tags {
  if (!isObject(properties) || !Array.isArray(required)) return new Map();
  return new Map(
    required.flatMap((name): [string, ReadonlySet<string>][] => {
      const values =
        typeof name === 'string' && Object.hasOwn(properties, name)
          ? finiteValues(normalSchema({ schema: properties[name], document }))
          : undefined;
      return values ? [[name, new Set(values.keys())]] : [];
    }),
  );
}
