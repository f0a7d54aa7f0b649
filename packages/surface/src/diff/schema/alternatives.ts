import { jsonPointer, type JsonObject } from '../../json.ts';
import { isAnnotation } from '../../keywords.ts';
import { areDisjoint } from './disjoint.ts';
import type { LocatedSchema } from './located.ts';
import { changedKeyword, UNCLEAR_MESSAGE, type SchemaChange } from './schema-change.ts';
import type { NormalPair } from './simple-keywords.ts';
import type { NestedRule, SchemaWalk } from './walk.ts';

const MAX_ALTERNATIVES = 50;

/** `anyOf`, and `oneOf` when its alternatives exclude each other. */
const anyOf =
  (key: 'anyOf' | 'oneOf'): NestedRule =>
  ({ from, to, before, after, path }, walk) => {
    const [were, are] = [from[key], to[key]];
    const at = `${path}/${key}`;
    if (were === undefined && are === undefined) return [];
    if (walk.meansTheSame({ [key]: were }, { [key]: are }))
      return sameAlternatives(
        were,
        are,
        {
          from,
          to,
          before,
          after,
          path: at,
        },
        walk,
      );
    if (!canCompare(were) || !canCompare(are) || (key === 'oneOf' && !areExclusive(were, before, are, after))) {
      return [changedKeyword('unclear', at, were, are, `${key} ${UNCLEAR_MESSAGE}`)];
    }
    // A schema without alternatives counts as a single one.
    const earlier = (were ?? [bare(from)]).map((schema) => ({ ...before, schema }));
    const later = (are ?? [bare(to)]).map((schema) => ({ ...after, schema }));
    const gone = earlier.filter((each) => !later.some((other) => walk.covers(each, other)));
    const come = later.filter((each) => !earlier.some((other) => walk.covers(each, other)));
    const described =
      were && are
        ? sameAlternatives(
            were,
            are,
            {
              from,
              to,
              before,
              after,
              path: at,
            },
            walk,
          )
        : [];
    if (gone.length === come.length && were && are)
      return [
        ...gone.flatMap((each, i) => inDetail(each, come[i]!, jsonPointer(at, later.indexOf(come[i]!)), walk)),
        ...described,
      ];
    const partners = were?.length === are?.length ? partnersOf(gone, come, earlier, later, walk) : [];
    if (partners.length > 0)
      return [
        ...partners.flatMap(([each, other]) => walk.compare(each, other, jsonPointer(at, later.indexOf(other)))),
        ...described,
      ];
    return [
      ...(gone.length > 0 && are
        ? [
            changedKeyword(
              'narrowed',
              at,
              were,
              are,
              were ? `no longer takes ${some(gone)}` : 'asks for one of several alternatives',
            ),
          ]
        : []),
      ...(come.length > 0 && were
        ? [
            changedKeyword(
              'widened',
              at,
              were,
              are,
              are ? `takes ${some(come)} as well` : 'no longer asks for one of several alternatives',
            ),
          ]
        : []),
      ...described,
    ];
  };

/** Pairs alternatives that only became wider, or only narrower. */
function partnersOf(
  gone: LocatedSchema[],
  come: LocatedSchema[],
  earlier: LocatedSchema[],
  later: LocatedSchema[],
  { covers }: SchemaWalk,
): [LocatedSchema, LocatedSchema][] {
  const partners =
    gone.length === 0
      ? come.map((each): [LocatedSchema | undefined, LocatedSchema | undefined] => [
          earlier.find((other) => covers(other, each) && !covers(each, other)),
          each,
        ])
      : come.length === 0
        ? gone.map((each): [LocatedSchema | undefined, LocatedSchema | undefined] => [
            each,
            later.find((other) => covers(other, each) && !covers(each, other)),
          ])
        : [];
  const whole = partners.filter(
    (pair): pair is [LocatedSchema, LocatedSchema] => pair[0] !== undefined && pair[1] !== undefined,
  );
  return whole.length === partners.length ? whole : [];
}

/** Changed descriptions of alternatives that stayed. */
function sameAlternatives(
  were: unknown,
  are: unknown,
  { before, after, path }: NormalPair,
  { compare, meansTheSame }: SchemaWalk,
): SchemaChange[] {
  if (!Array.isArray(were) || !Array.isArray(are) || were.length > MAX_ALTERNATIVES || are.length > MAX_ALTERNATIVES)
    return [];
  const left = [...were] as unknown[];
  return (are as unknown[]).flatMap((schema, i) => {
    const at = left.findIndex((other) => meansTheSame(other, schema));
    return at < 0
      ? []
      : compare({ ...before, schema: left.splice(at, 1)[0] }, { ...after, schema }, jsonPointer(path, i));
  });
}

const some = (alternatives: unknown[]): string =>
  alternatives.length === 1 ? 'one alternative' : `${alternatives.length} alternatives`;
const canCompare = (value: unknown): value is unknown[] | undefined =>
  value === undefined || (Array.isArray(value) && value.length <= MAX_ALTERNATIVES);
const areExclusive = (
  were: unknown[] | undefined,
  before: LocatedSchema,
  are: unknown[] | undefined,
  after: LocatedSchema,
): boolean => areDisjoint(were ?? [], before.document) && areDisjoint(are ?? [], after.document);

const known = new WeakMap<JsonObject, JsonObject>();
/** The schema without annotations. */
function bare(schema: JsonObject): JsonObject {
  const made =
    known.get(schema) ?? Object.fromEntries(Object.entries(schema).filter(([keyword]) => !isAnnotation(keyword)));
  known.set(schema, made);
  return made;
}

/** One alternative replaced another. */
function inDetail(before: LocatedSchema, after: LocatedSchema, path: string, { compare }: SchemaWalk): SchemaChange[] {
  const changes = compare(before, after, path);
  const isWiderUnseen = !changes.some(
    ({ effect }) => effect === 'widened' || effect === 'unclear' || effect === 'gained',
  );
  return isWiderUnseen
    ? [
        ...changes,
        changedKeyword(
          'widened',
          path,
          before.schema,
          after.schema,
          'takes other values in place of the values of an alternative',
        ),
      ]
    : changes;
}

/** `allOf`: further constraints. */
const allOf: NestedRule = ({ from, to, before, after, path }, walk) => {
  const [were, are] = [from['allOf'], to['allOf']];
  const at = `${path}/allOf`;
  if (were === undefined && are === undefined) return [];
  if (walk.meansTheSame({ allOf: were }, { allOf: are }))
    return sameAlternatives(
      were,
      are,
      {
        from,
        to,
        before,
        after,
        path: at,
      },
      walk,
    );
  if (!canCompare(were) || !canCompare(are))
    return [changedKeyword('unclear', at, were, are, `allOf ${UNCLEAR_MESSAGE}`)];
  const [earlier, later] = [
    (were ?? []).map((schema) => ({ ...before, schema })),
    (are ?? []).map((schema) => ({ ...after, schema })),
  ];
  const come = later.filter((each) => !earlier.some((other) => walk.covers(other, each)));
  const gone = earlier.filter((each) => !later.some((other) => walk.covers(other, each)));
  const described = sameAlternatives(
    were,
    are,
    {
      from,
      to,
      before,
      after,
      path: at,
    },
    walk,
  );
  // Compared part by part: when no part refuses more, all of them together do not.
  if (come.length === gone.length || earlier.length === later.length) {
    const [parts, others] = come.length === gone.length ? [gone, come] : [earlier, later];
    return [
      ...parts.flatMap((each, i) => walk.compare(each, others[i]!, jsonPointer(at, later.indexOf(others[i]!)))),
      ...described,
    ];
  }
  return [
    ...(come.length > 0 ? [changedKeyword('narrowed', at, were, are, 'asks for more at once')] : []),
    ...(gone.length > 0 ? [changedKeyword('widened', at, were, are, 'asks for less at once')] : []),
    ...described,
  ];
};

export const alternativesRule: NestedRule[] = [anyOf('anyOf'), anyOf('oneOf'), allOf];
