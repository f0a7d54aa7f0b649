import { isObject } from '@assay/contract/json';
import { resolvePointer } from '@assay/contract/json-schema/local-references';
import { sameJson, type JsonObject } from '../../json.ts';
import { isAnnotation } from '../../keywords.ts';
import type { ValueType } from '../../json.ts';

/** A root schema, with cached facts about it. */
export interface SchemaDocument {
  root: unknown;
  normals: WeakMap<object, Normal>;
  types: WeakMap<object, ReadonlySet<ValueType> | undefined>;
  /** Counts steps. @throws ComparisonTooLarge */
  spend(steps: number): void;
}
/** A schema, and the document that its references point into. */
export interface LocatedSchema {
  schema: unknown;
  document: SchemaDocument;
}

/** A schema's constraints with resolved references, and its annotations. */
interface Normal {
  core: JsonObject;
  described: JsonObject;
  beside: JsonObject;
}

export const schemaDocumentOf = (root: unknown, spend: SchemaDocument['spend']): SchemaDocument => ({
  root,
  normals: new WeakMap(),
  types: new WeakMap(),
  spend,
});

/** Schemas that match no value, and every value. */
const NEVER: JsonObject = { not: {} };
const ALWAYS: JsonObject = {};

const MAX_HOPS = 32;

/**
 * The schema as an object with resolved references, as far as they stay in the document. All references to one
 * definition share the same normal object, by which a comparison recognizes visited pairs.
 */
export const normalSchema = (located: LocatedSchema): JsonObject => normalOf(located).core;

/** The annotations of a schema: its own override the annotations of its reference's target. */
export function annotationsOf(located: LocatedSchema): { effective: JsonObject; isOwn: boolean } {
  const { described, beside } = normalOf(located);
  const isOwn = Object.keys(beside).length > 0;
  return { effective: isOwn ? { ...described, ...beside } : described, isOwn };
}

function normalOf({ schema, document }: LocatedSchema): Normal {
  if (schema === false) return { core: NEVER, described: {}, beside: {} };
  if (!isObject(schema)) return { core: ALWAYS, described: {}, beside: {} };
  const normal = document.normals.get(schema) ?? followed(schema, document);
  document.normals.set(schema, normal);
  return normal;
}

export const isNever = ({ not }: JsonObject): boolean =>
  not === true || (isObject(not) && Object.keys(not).length === 0);

function followed(schema: JsonObject, { root, spend, normals }: SchemaDocument): Normal {
  let current: unknown = schema;
  let beside: JsonObject = {};
  for (let hops = 0; hops < MAX_HOPS && isObject(current); hops++) {
    const next = nextHop(current, root);
    spend(1 + Object.keys(current).length);
    if (!next) break;
    current = next.schema;
    beside = { ...next.beside, ...beside };
  }
  if (current === false) return { core: NEVER, described: {}, beside };
  if (!isObject(current)) return { core: ALWAYS, described: {}, beside };
  const own = normals.get(current);
  if (own) return { ...own, beside: { ...own.beside, ...beside } };
  const core = closedByAdditional(joinedObject(current));
  const described = Object.fromEntries(Object.entries(core).filter(([keyword]) => isAnnotation(keyword)));
  normals.set(current, { core, described, beside: {} });
  return { core, described, beside };
}

/** The target of a reference, or of an `allOf` with one part, and the annotations beside it. */
function nextHop(schema: JsonObject, root: unknown): { schema: unknown; beside: JsonObject } | undefined {
  if (!('$ref' in schema) && !('allOf' in schema)) return undefined;
  const { $ref, allOf, ...beside } = schema;
  if (typeof $ref === 'string') {
    const target = resolvePointer($ref, root);
    if (target === undefined) return undefined;
    if (allOf === undefined && onlyDescribes(beside)) return { schema: target, beside };
    return { schema: { ...beside, allOf: [...(Array.isArray(allOf) ? allOf : []), target] }, beside: {} };
  }
  return Array.isArray(allOf) && allOf.length === 1 && onlyDescribes(beside) ? { schema: allOf[0], beside } : undefined;
}

const onlyDescribes = (keywords: JsonObject): boolean => Object.keys(keywords).every(isAnnotation);

/** A closed object beside a reference to an open one is one closed object, where both have other properties. */
function joinedObject(schema: JsonObject): JsonObject {
  const { allOf, unevaluatedProperties, ...own } = schema;
  const part: unknown = Array.isArray(allOf) && allOf.length === 1 ? allOf[0] : undefined;
  if (unevaluatedProperties === undefined || !isObject(part)) return schema;
  const isJoined = [own, part].every((each) => Object.keys(each).every((key) => JOINED.has(key) || isAnnotation(key)));
  const isSame = Object.keys(part).every(
    (key) => key === 'properties' || isAnnotation(key) || !(key in own) || sameJson(own[key], part[key]),
  );
  const [owned, given] = [own['properties'] ?? {}, part['properties'] ?? {}];
  if (!isJoined || !isSame || !isObject(owned) || !isObject(given)) return schema;
  if (Object.keys(owned).some((name) => Object.hasOwn(given, name))) return schema;
  return { ...part, ...own, properties: { ...given, ...owned }, unevaluatedProperties };
}
/** Keywords that mean the same wherever they stand in an object's schema. */
const JOINED = new Set(['type', 'properties', 'required', 'minProperties', 'maxProperties', 'propertyNames']);

/** Without other keywords that apply in place, `unevaluatedProperties` means the same as `additionalProperties`. */
function closedByAdditional(schema: JsonObject): JsonObject {
  const { unevaluatedProperties, ...rest } = schema;
  if (unevaluatedProperties === undefined || IN_PLACE.some((keyword) => keyword in rest)) return schema;
  return { ...rest, additionalProperties: unevaluatedProperties };
}
const IN_PLACE = ['additionalProperties', '$ref', 'allOf', 'anyOf', 'oneOf', 'if', 'dependentSchemas', 'not'];
