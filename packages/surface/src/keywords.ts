/** Keywords of JSON Schema with one subschema; `items` has a list of them in older drafts. */
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
/** Keywords with an unordered list of schemas. */
export const SCHEMA_LIST_KEYWORDS = new Set(['allOf', 'anyOf', 'oneOf']);
/** Keywords with schemas by name; `dependencies` of older drafts also has lists of names. */
export const SCHEMA_MAP_KEYWORDS = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
  'dependencies',
]);
/** Keywords with a set in the form of a list. */
export const SET_KEYWORDS = new Set(['required', 'enum', 'type']);

/** Annotation keywords, which constrain nothing. */
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

/** Annotations that models read, or that say what happens without an argument. */
export const READ_BY_MODELS = new Set(['title', 'description', 'default', 'examples', 'enumDescriptions']);
