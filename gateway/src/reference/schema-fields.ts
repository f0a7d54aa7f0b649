/** A JSON Schema of the printed API. */
export interface PrintedSchema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  items?: PrintedSchema;
  properties?: Record<string, PrintedSchema>;
  required?: string[];
  anyOf?: PrintedSchema[];
  oneOf?: PrintedSchema[];
  allOf?: PrintedSchema[];
  description?: string;
  additionalProperties?: PrintedSchema | boolean;
}

/** The schemas by their names. */
export type PrintedSchemas = Readonly<Record<string, PrintedSchema>>;

/** A field as the reference lists it. */
export interface SchemaField {
  name: string;
  type: string;
  isRequired: boolean;
  description: string;
}

const MAX_CHOICES = 8;

/** The schema that a reference leads to. */
export function resolved(schema: PrintedSchema, schemas: PrintedSchemas): PrintedSchema {
  const name = schema.$ref?.split('/').at(-1);
  return name === undefined
    ? schema
    : { ...schemas[name], ...(schema.description !== undefined && { description: schema.description }) };
}

/** The fields of an object, or of the items of a list; a schema of several forms has the fields of all of them. */
export function fieldsOf(schema: PrintedSchema, schemas: PrintedSchemas): SchemaField[] {
  const whole = resolved(schema, schemas);
  if (whole.items && !whole.properties) return fieldsOf(whole.items, schemas);
  const parts = [whole, ...(whole.allOf ?? []), ...(whole.anyOf ?? []), ...(whole.oneOf ?? [])];
  const fields = new Map<string, SchemaField>();
  for (const part of parts) {
    const { properties = {}, required = [] } = part === whole ? whole : resolved(part, schemas);
    for (const [name, field] of Object.entries(properties))
      if (!fields.has(name))
        fields.set(name, {
          name,
          type: typeOf(field, schemas),
          isRequired: required.includes(name) && part === whole,
          description: resolved(field, schemas).description ?? '',
        });
  }
  return [...fields.values()];
}

/** The type of a value in a few words: `string`, `"http" or "stdio"`, `list of EvalCase`. */
export function typeOf(schema: PrintedSchema, schemas: PrintedSchemas): string {
  const { $ref, const: one, enum: choices, items, anyOf, oneOf, type } = schema;
  if ($ref !== undefined) {
    const name = $ref.split('/').at(-1)!;
    const { enum: named } = schemas[name] ?? {};
    return named ? typeOf({ enum: named }, schemas) : name;
  }
  if (one !== undefined) return JSON.stringify(one);
  if (choices) {
    const shown = choices.slice(0, MAX_CHOICES).map((choice) => JSON.stringify(choice));
    return choices.length > MAX_CHOICES
      ? `${shown.join(', ')} or ${choices.length - MAX_CHOICES} others`
      : shown.join(' or ');
  }
  if (items) return `list of ${typeOf(items, schemas)}`;
  const forms = anyOf ?? oneOf;
  if (forms) return [...new Set(forms.map((form) => typeOf(form, schemas)))].slice(0, MAX_CHOICES).join(' or ');
  return [type ?? 'any value'].flat().join(' or ');
}
