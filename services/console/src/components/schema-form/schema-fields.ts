/** A JSON Schema as a server declares it: nothing of it is certain. */
export type ForeignSchema = Record<string, unknown>;

/** How a value is typed in. */
export type FieldControl =
  | { kind: 'text'; isNumber: boolean }
  | { kind: 'choice'; values: readonly unknown[] }
  | { kind: 'group'; fields: readonly SchemaField[] }
  /** Values that no control of the form can say are typed as JSON. */
  | { kind: 'json' };

/** A property of an object with its control. */
export interface SchemaField {
  name: string;
  isRequired: boolean;
  schema: ForeignSchema;
  control: FieldControl;
  title: string;
  description: string | undefined;
  /** The type and its limits in a few words: `integer, 1–50`. */
  about: string;
}

const objectOf = (value: unknown): ForeignSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as ForeignSchema) : {};

/** Groups within groups become JSON from this depth on. */
const MAX_DEPTH = 3;
/** A longer list of values is typed in. */
const MAX_CHOICES = 200;
/** These keywords say more than one control can. */
const BEYOND = [
  'anyOf',
  'oneOf',
  'not',
  'if',
  'dependentSchemas',
  'dependentRequired',
  'patternProperties',
  'prefixItems',
  'contains',
  'unevaluatedProperties',
  '$dynamicRef',
];

/**
 * The fields of an object schema; undefined when the arguments as a whole have to be typed as JSON, because keywords
 * say how they depend on each other.
 */
export function fieldsOf(
  schema: unknown,
  root: ForeignSchema = objectOf(schema),
  depth = 0,
): SchemaField[] | undefined {
  const plain = resolved(objectOf(schema), root);
  const { type = 'object', properties = {}, required, allOf } = plain;
  if (type !== 'object' || allOf !== undefined || BEYOND.some((keyword) => keyword in plain)) return undefined;
  const needed = new Set(Array.isArray(required) ? required : []);
  return Object.entries(objectOf(properties)).map(([name, property]) =>
    fieldOf(name, resolved(objectOf(property), root), needed.has(name), root, depth),
  );
}

function fieldOf(
  name: string,
  schema: ForeignSchema,
  isRequired: boolean,
  root: ForeignSchema,
  depth: number,
): SchemaField {
  const { title, description } = schema;
  const control = controlOf(schema, root, depth);
  return {
    name,
    isRequired,
    schema,
    control,
    title: typeof title === 'string' && title !== '' ? title : name,
    description: typeof description === 'string' && description !== '' ? description : undefined,
    about: aboutOf(schema, control),
  };
}

/** Follows references within the document, and takes the one type besides null. */
function resolved(schema: ForeignSchema, root: ForeignSchema, hops = 0): ForeignSchema {
  const { $ref, ...rest } = schema;
  if (typeof $ref === 'string' && $ref.startsWith('#') && hops < 10)
    return { ...resolved(objectOf(atPointer(root, $ref.slice(1))), root, hops + 1), ...rest };
  const forms = schema['anyOf'] ?? schema['oneOf'];
  if (!Array.isArray(forms)) return schema;
  const others = (forms as unknown[]).map(objectOf).filter(({ type }) => type !== 'null');
  if (others.length !== 1) return schema;
  const { anyOf: _any, oneOf: _one, ...around } = schema;
  return { ...resolved(others[0]!, root, hops + 1), ...around };
}

function atPointer(root: ForeignSchema, pointer: string): unknown {
  let at: unknown = root;
  for (const part of pointer.split('/').slice(1))
    at = objectOf(at)[decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~')];
  return at;
}

function controlOf(schema: ForeignSchema, root: ForeignSchema, depth: number): FieldControl {
  const values = choicesOf(schema);
  if (values && values.length <= MAX_CHOICES) return { kind: 'choice', values };
  if (BEYOND.some((keyword) => keyword in schema) || 'allOf' in schema) return { kind: 'json' };
  const types = [schema['type']].flat().filter((type) => type !== 'null');
  if (types.length !== 1) return { kind: 'json' };
  switch (types[0]) {
    case 'string':
      return { kind: 'text', isNumber: false };
    case 'number':
    case 'integer':
      return { kind: 'text', isNumber: true };
    case 'boolean':
      return { kind: 'choice', values: [true, false] };
    case 'object': {
      const fields = depth < MAX_DEPTH ? fieldsOf(schema, root, depth + 1) : undefined;
      return fields && fields.length > 0 ? { kind: 'group', fields } : { kind: 'json' };
    }
    default:
      return { kind: 'json' };
  }
}

/** The values of `enum`, of `const`, or of alternatives that are each one constant. */
function choicesOf({ enum: values, const: only, oneOf, anyOf }: ForeignSchema): readonly unknown[] | undefined {
  if (Array.isArray(values)) return values;
  if (only !== undefined) return [only];
  const forms = oneOf ?? anyOf;
  if (!Array.isArray(forms) || forms.length === 0) return undefined;
  const constants = (forms as unknown[]).map((form) => objectOf(form)['const']);
  return constants.includes(undefined) ? undefined : constants;
}

function aboutOf(schema: ForeignSchema, control: FieldControl): string {
  const { type, minimum, maximum, exclusiveMinimum, exclusiveMaximum, minLength, maxLength, format, pattern } = schema;
  if (control.kind === 'choice') return type === 'boolean' ? 'boolean' : `one of ${control.values.length}`;
  const word = [type]
    .flat()
    .filter((each) => typeof each === 'string' && each !== 'null')
    .join(' or ');
  const limits = [
    rangeOf(minimum, maximum) ?? rangeOf(minLength, maxLength, 'characters'),
    typeof exclusiveMinimum === 'number' && `> ${exclusiveMinimum}`,
    typeof exclusiveMaximum === 'number' && `< ${exclusiveMaximum}`,
    typeof format === 'string' && format,
    typeof pattern === 'string' && pattern.length <= 24 && pattern,
  ].filter(Boolean);
  const kind = control.kind === 'json' ? [word, 'JSON'].filter(Boolean).join(' as ') : word;
  return [kind, ...limits].filter(Boolean).join(', ');
}

function rangeOf(low: unknown, high: unknown, unit = ''): string | undefined {
  const after = unit && ` ${unit}`;
  if (typeof low === 'number' && typeof high === 'number') return `${low}–${high}${after}`;
  if (typeof low === 'number') return `≥ ${low}${after}`;
  if (typeof high === 'number') return `≤ ${high}${after}`;
  return undefined;
}
