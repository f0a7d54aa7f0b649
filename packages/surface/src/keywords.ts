/** Keywords of JSON Schema that hold one schema; `items` holds a list of them in older drafts. */
export const SCHEMA_KEYWORDS = new Set([
  'items',
  'additionalItems',
  'additionalProperties',
  'unevaluatedItems',
  'unevaluatedProperties',
  'contains',
  'propertyNames',
  'not',
  'if',
  'then',
  'else',
]);
/** Keywords that hold a list of schemas whose order says nothing. */
export const SCHEMA_LIST_KEYWORDS = new Set(['allOf', 'anyOf', 'oneOf']);
/** Keywords that hold schemas by name; `dependencies` of older drafts holds lists of names beside them. */
export const SCHEMA_MAP_KEYWORDS = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
  'dependencies',
]);
/** Keywords that hold a set as a list. */
export const SET_KEYWORDS = new Set(['required', 'enum', 'type']);

/** Keywords that describe and constrain nothing. */
const ANNOTATIONS = new Set([
  'title',
  'description',
  'default',
  'examples',
  'example',
  'deprecated',
  'readOnly',
  'writeOnly',
  '$comment',
  '$schema',
  '$id',
  'id',
  '$anchor',
  '$defs',
  'definitions',
  'markdownDescription',
  'enumNames',
  'enumDescriptions',
  'icons',
]);
export const isAnnotation = (keyword: string): boolean => ANNOTATIONS.has(keyword) || keyword.startsWith('x-');

/** Descriptions that are put before models, or say what happens to an argument that is left out. */
export const READ_BY_MODELS = new Set(['title', 'description', 'default', 'examples', 'enumDescriptions']);
