import type { Json, JsonObject, Schema } from './json-schema.ts';

/** The plainest value that a schema accepts. */
export function sampleOf(schema: Schema): Json {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0]!;
  if (schema.else) return sampleOf(schema.else);
  if (schema.properties) return completeObject(schema, {});
  const alternative = schema.oneOf ?? schema.anyOf;
  if (alternative) return sampleOf(alternative[0]!);
  if (Array.isArray(schema.type)) return sampleOf({ ...schema, type: schema.type[0]! });
  switch (schema.type) {
    case 'object':
      return schema.minProperties ? { a: sampleOf(schema.additionalProperties as Schema) } : {};
    case 'array':
      return fillArray(schema, schema.minItems ?? 0);
    case 'string':
      return textsOf(schema).fitting[0]!;
    case 'integer':
      return schema.minimum ?? (schema.exclusiveMinimum ?? -1) + 1;
    case 'number':
      return schema.minimum ?? (schema.exclusiveMinimum ?? -1) + 0.5;
    case 'boolean':
      return true;
    default:
      return null;
  }
}

/** An object with `given` and every other key that the schema then requires. */
export function completeObject(schema: Schema, given: JsonObject): JsonObject {
  const whole = { ...given };
  const meet = ({ required = [], properties = {} }: Schema) => {
    for (const key of required)
      if (!(key in whole)) whole[key] = sampleOf({ ...schema.properties?.[key], ...properties[key] });
  };
  meet(schema);
  for (const demand of demandsOn(schema, whole)) {
    meet(demand);
    Object.assign(whole, constantsOf(demand));
  }
  const others = Object.keys(schema.properties ?? {}).filter((key) => !(key in whole));
  for (const key of others.slice(0, Math.max((schema.minProperties ?? 0) - Object.keys(whole).length, 0)))
    whole[key] = sampleOf(schema.properties![key]!);
  return whole;
}

/** The further schemas that an object must meet because of its keys. */
function demandsOn(
  { dependentSchemas = {}, if: condition, then, else: otherwise, anyOf = [] }: Schema,
  value: JsonObject,
): Schema[] {
  const dependent = Object.entries(dependentSchemas)
    .filter(([key]) => key in value)
    .map(([, demand]) => demand);
  const conditional = condition && then && !otherwise && isMetBy(condition, value) ? [then] : [];
  return [...dependent, ...conditional, ...(anyOf.some((each) => isMetBy(each, value)) ? [] : anyOf.slice(0, 1))];
}

/** Whether an object has the keys and constants of a condition. */
export const isMetBy = (condition: Schema, value: JsonObject): boolean =>
  (condition.required ?? []).every((key) => key in value) &&
  Object.entries(constantsOf(condition)).every(([key, each]) => value[key] === each);

export const constantsOf = ({ properties = {} }: Schema): JsonObject =>
  Object.fromEntries(
    Object.entries(properties).flatMap(([key, each]) => (each.const === undefined ? [] : [[key, each.const]])),
  );

/** An array of `count` items that begins with `first`. */
export function fillArray({ items = {}, uniqueItems }: Schema, count: number, ...first: Json[]): Json[] {
  const others = uniqueItems ? distinctOf(items, count).filter((each) => !first.includes(each)) : [];
  const rest = Array.from({ length: Math.max(count - first.length, 0) }, (_, i) => others[i] ?? sampleOf(items));
  return [...first, ...rest];
}

const distinctOf = (items: Schema, count: number): Json[] =>
  items.enum ?? (items.type === 'string' ? Array.from({ length: count }, (_, i) => `a${i}`) : []);

const WORDS = [
  'a',
  '',
  ' ',
  'a b',
  ' a',
  'a ',
  'a\nb',
  '\u0000',
  'a\u0000',
  '\u007f',
  'é',
  '😀',
  'a/b',
  '0 * * * *',
  'https://example.com/mcp',
  'Bearer',
  'a@b.example',
];
/** As long as digests are, and a little longer or shorter: of each letter one run, where all of them have the same form. */
const RUNS = ['a', '0', 'A', 'g'].map((letter) => [63, 64, 65, 128, 129].map((count) => letter.repeat(count)));

/** Whether a schema's pattern and format accept a text. */
const hasForm = ({ pattern = '', format }: Schema, text: string): boolean =>
  new RegExp(pattern, 'u').test(text) && (format !== 'uri' || text.startsWith('https://'));

const known = new Map<string, ReturnType<typeof makeTexts>>();

/** Texts whose length the schema allows: texts that match its form, and texts that do not. */
export function textsOf(schema: Schema): { fitting: string[]; unfitting: string[] } {
  const key = JSON.stringify([schema.minLength, schema.maxLength, schema.pattern, schema.format]);
  const texts = known.get(key) ?? makeTexts(schema);
  known.set(key, texts);
  return texts;
}

function makeTexts(schema: Schema): { fitting: string[]; unfitting: string[] } {
  const { minLength = 0, maxLength = Infinity } = schema;
  const runs = RUNS.flatMap((each) =>
    new Set(each.map((run) => hasForm(schema, run))).size === 1 ? each.slice(0, 1) : each,
  );
  const texts = [...new Set([...WORDS, ...runs].map((word) => word.padEnd(minLength, 'a')))].filter(
    (text) => Array.from(text).length >= minLength && Array.from(text).length <= maxLength,
  );
  return {
    fitting: texts.filter((text) => hasForm(schema, text)),
    unfitting: texts.filter((text) => !hasForm(schema, text)),
  };
}

/** A text of `characters` characters, of which one has more than one UTF-16 unit where the form allows it. */
export const textOf = (schema: Schema, characters: number): string | undefined =>
  [
    '😀'.concat('a'.repeat(Math.max(characters - 1, 0))),
    ...['a', '0'].map((letter) => letter.repeat(characters)),
    'https://example.com/'.padEnd(characters, 'a'),
    'a@'.padEnd(characters, 'a'),
  ].find((text) => hasForm(schema, text));
