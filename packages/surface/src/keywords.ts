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
