import type { RandomChoices } from './random.ts';

export type JsonSchema = Record<string, unknown>;
const NAMES = ['a', 'b', 'c', 'd'];
const WORDS = ['', 'x', 'yy', 'zzz', 'long enough', '2026-01-01'];

/** A random schema as servers write them. */
export function randomSchema(choices: RandomChoices, depth = 0): JsonSchema {
  const { pick, below, chance } = choices;
  const kind = pick(
    depth >= 3
      ? ['string', 'integer', 'number', 'boolean', 'enum']
      : [
          'string',
          'integer',
          'number',
          'boolean',
          'enum',
          'object',
          'object',
          'array',
          'anyOf',
          'oneOf',
          'nullable',
          'mixed',
          'tuple',
          'ref',
        ],
  );
  const nested = () => randomSchema(choices, depth + 1);
  switch (kind) {
    case 'string':
      return {
        type: 'string',
        ...(chance(0.3) && { minLength: below(4) }),
        ...(chance(0.3) && { maxLength: 3 + below(8) }),
        ...(chance(0.15) && { pattern: pick(['^x', 'z$', '[0-9]']) }),
      };
    case 'integer':
    case 'number':
      return {
        type: kind,
        ...(chance(0.4) && { [pick(['minimum', 'exclusiveMinimum'])]: below(4) - 2 }),
        ...(chance(0.4) && { [pick(['maximum', 'exclusiveMaximum'])]: 3 + below(6) }),
        ...(chance(0.15) && { multipleOf: pick([1, 2, 3, 4]) }),
      };
    case 'enum':
      return { enum: choices.shuffled([...WORDS, 1, 2, null, true]).slice(0, 1 + below(4)) };
    case 'object':
      return randomObject(choices, depth);
    case 'array':
      return {
        type: 'array',
        items: nested(),
        ...(chance(0.3) && { minItems: below(3) }),
        ...(chance(0.3) && { maxItems: 1 + below(4) }),
        ...(chance(0.2) && { uniqueItems: true }),
      };
    case 'tuple':
      return {
        type: 'array',
        prefixItems: [nested(), nested()],
        ...(chance(0.5) && { items: chance(0.5) ? false : nested() }),
      };
    case 'anyOf':
      return { anyOf: Array.from({ length: 1 + below(3) }, nested) };
    case 'oneOf':
      return {
        oneOf: ['one', 'two', 'three']
          .slice(0, 1 + below(3))
          .map((tag) => ({ type: 'object', properties: { tag: { const: tag }, a: nested() }, required: ['tag'] })),
      };
    case 'nullable':
      return { anyOf: [nested(), { type: 'null' }] };
    case 'mixed':
      return { type: choices.shuffled(['string', 'number', 'integer', 'boolean', 'null']).slice(0, 1 + below(3)) };
    case 'ref':
      return { $ref: `#/$defs/${pick(['D', 'E'])}`, ...(chance(0.2) && { description: 'referred to' }) };
    default:
      return { type: 'boolean' };
  }
}

function randomObject(choices: RandomChoices, depth: number): JsonSchema {
  const { below, chance, pick } = choices;
  const names = choices.shuffled(NAMES).slice(0, 1 + below(4));
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, randomSchema(choices, depth + 1)])),
    ...(chance(0.6) && { required: names.filter(() => chance(0.5)) }),
    ...(chance(0.5) && { additionalProperties: chance(0.7) ? false : randomSchema(choices, 3) }),
    ...(chance(0.1) && { [pick(['minProperties', 'maxProperties'])]: 1 + below(3) }),
  };
}

/** A root schema of a tool, with definitions that refer to each other. */
export const randomRoot = (choices: RandomChoices): JsonSchema => ({
  ...randomObject(choices, 0),
  $defs: {
    D: randomSchema(choices, 2),
    E: { type: 'object', properties: { next: { $ref: '#/$defs/E' }, value: randomSchema(choices, 3) } },
  },
});

/** The schema with one random change. */
export function mutatedSchema(schema: JsonSchema, choices: RandomChoices): JsonSchema {
  const copy = structuredClone(schema);
  const places: { holder: JsonSchema; key: string }[] = [];
  const visit = (holder: JsonSchema) => {
    for (const [key, value] of Object.entries(holder)) {
      if (key !== '$defs' || choices.chance(0.7)) places.push({ holder, key });
      if (typeof value === 'object' && value !== null) visit(value as JsonSchema);
    }
  };
  visit(copy);
  const { holder, key } = choices.pick(places);
  const value = holder[key];
  if (typeof value === 'number') holder[key] = value + choices.pick([-2, -1, 1, 2]);
  else if (Array.isArray(value) && value.length > 1 && choices.chance(0.7))
    value.splice(choices.below(value.length), 1);
  else if (Array.isArray(value) && key === 'required') value.push(choices.pick(NAMES));
  else if (Array.isArray(value) && key === 'enum') value.push(choices.pick(WORDS));
  else if (key === 'type')
    holder[key] = choices.pick([
      'string',
      'integer',
      'number',
      'boolean',
      'null',
      ['string', 'null'],
      ['integer', 'string'],
    ]);
  else if (isSchema(value) && 'type' in value)
    holder[key] = choices.pick([
      () => randomSchema(choices, 2),
      () => ({ ...value, ...randomSchema(choices, 3) }),
      () => ({ anyOf: [value, { type: 'null' }] }),
      () => ({ allOf: [value] }),
    ])();
  else if (choices.chance(0.5) && key !== '$defs' && key !== 'properties') delete holder[key];
  else if (isSchema(value)) value[choices.pick(NAMES)] = randomSchema(choices, 2);
  return clean(JSON.parse(JSON.stringify(copy)) as JsonSchema);
}

/** The schema with other descriptions. */
export function withDescriptions(schema: JsonSchema, choices: RandomChoices): JsonSchema {
  const visit = (value: unknown, isMap: boolean): unknown => {
    if (Array.isArray(value)) return value.map((inner) => visit(inner, false));
    if (!isSchema(value)) return value;
    const inner = Object.fromEntries(
      Object.entries(value).map(([key, part]) => [key, visit(part, !isMap && ['properties', '$defs'].includes(key))]),
    );
    return isMap || !choices.chance(0.4)
      ? inner
      : { ...inner, description: String(choices.below(9)), ...(choices.chance(0.3) && { title: 'T' }) };
  };
  return visit(schema, false) as JsonSchema;
}

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Repairs parts that a change has made ill-formed. */
function clean<T>(node: T): T {
  if (Array.isArray(node)) node.forEach(clean);
  else if (isSchema(node)) {
    for (const key of ['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'])
      if (typeof node[key] === 'number') (node as JsonSchema)[key] = Math.max(0, node[key]);
    if (typeof node['multipleOf'] === 'number') (node as JsonSchema)['multipleOf'] = Math.max(1, node['multipleOf']);
    for (const key of ['required', 'enum'])
      if (Array.isArray(node[key])) (node as JsonSchema)[key] = [...new Set(node[key])];
    Object.values(node).forEach(clean);
  }
  return node;
}
