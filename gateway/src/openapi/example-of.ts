type Json = Record<string, unknown>;

/** Texts to try for a property, by the end of its name; the first that its schema allows is the example. */
const BY_NAME: [RegExp, string][] = [
  [/(?:^|[a-z])serverIds?$|^servers?$/i, 'srv_01k0000000e3r8zq5x1v7m2n4p'],
  [/Ids?$|^id$/, 'obj_01k0000000e3r8zq5x1v7m2n4p'],
  [/url$|uri$|link$/i, 'https://mcp.example/mcp'],
  [/email/i, 'ada@example.org'],
  [/name$|title$/i, 'Weather'],
  [/model$/i, 'openai/gpt-5-mini'],
  [/At$/, '2026-01-31T12:00:00.000Z'],
  [/hash$/i, 'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
];
const TEXTS = [
  'example',
  'example-text',
  'Example.',
  '1.0.0',
  '2026-01-31',
  'UTC',
  '0 6 * * 1',
  'a',
  'example/example',
  '{}',
  '1',
  'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  'a long enough password of 30 chars',
  'https://mcp.example/mcp',
  '/example',
  'com.example/weather',
];
const FORMATS: Record<string, string> = {
  uri: 'https://mcp.example/mcp',
  email: 'ada@example.org',
  'date-time': '2026-01-31T12:00:00.000Z',
  date: '2026-01-31',
  uuid: '0198c0de-0000-7000-8000-000000000000',
};
const EPOCH_MS = 1_767_225_600_000;
const DEEPEST = 12;

/** Examples of printed schemas: the required properties of objects, each with a value that its schema allows. */
export class Examples {
  readonly #schemas: Record<string, unknown>;

  constructor(schemas: Record<string, unknown>) {
    this.#schemas = schemas;
  }

  /** An example of a schema; `name` is the property that it belongs to. */
  of(schema: unknown, name = '', depth = 0): unknown {
    const { $ref, allOf, oneOf, anyOf, ...own } = schema as Json & { $ref?: string } & Record<
        'allOf' | 'oneOf' | 'anyOf',
        unknown[] | undefined
      >;
    if ($ref !== undefined) return this.of(this.#schemas[$ref.slice($ref.lastIndexOf('/') + 1)], name, depth + 1);
    if (Array.isArray(own.examples)) return own.examples[0];
    if ('const' in own) return own.const;
    if (Array.isArray(own.enum)) return own.enum[0];
    const [choice] = oneOf ?? anyOf ?? [];
    const parts = [...(choice === undefined ? [] : [choice]), ...(allOf ?? [])];
    if (parts.length > 0 && own.type !== 'object') return this.of(parts[0], name, depth);
    const type = Array.isArray(own.type) ? own.type[0] : own.type;
    if (type === 'object' || own.properties)
      return Object.assign(this.#object(own, depth), ...parts.map((part) => this.of(part, name, depth) as object));
    if (type === 'array') return this.#array(own, name, depth);
    if (type === 'string') return textFor(own, name);
    if (type === 'integer' || type === 'number') return numberFor(own, name);
    if (type === 'boolean') return true;
    return type === 'null' ? null : {};
  }

  #object({ properties = {}, required = [], minProperties = 0 }: Json, depth: number): Json {
    const all = Object.entries(properties as Json);
    const needed = all.filter(([name]) => (required as string[]).includes(name));
    const rest = all.filter(([name]) => !(required as string[]).includes(name));
    const chosen = [...needed, ...rest.slice(0, Math.max(0, (minProperties as number) - needed.length))];
    return Object.fromEntries(chosen.map(([name, each]) => [name, this.of(each, name, depth + 1)]));
  }

  #array({ items, minItems = 0 }: Json, name: string, depth: number): unknown[] {
    if (items === undefined || (depth > DEEPEST && minItems === 0)) return [];
    const length = Math.max(minItems as number, 1);
    return Array.from({ length }, () => this.of(items, name, depth + 1));
  }
}

function textFor({ pattern, minLength = 0, maxLength = Infinity, format }: Json, name: string): string {
  const allowed = pattern === undefined ? undefined : new RegExp(pattern as string, 'u');
  const fits = (text: string) =>
    text.length >= (minLength as number) && text.length <= (maxLength as number) && (allowed?.test(text) ?? true);
  const hinted = BY_NAME.filter(([ending]) => ending.test(name)).map(([, text]) => text);
  const candidates = [...(format === undefined ? [] : [FORMATS[format as string] ?? '']), ...hinted, ...TEXTS];
  return candidates.find(fits) ?? 'x'.repeat(minLength as number);
}

function numberFor({ minimum, exclusiveMinimum, maximum = Infinity }: Json, name: string): number {
  const least = (minimum as number | undefined) ?? ((exclusiveMinimum as number | undefined) ?? -1) + 1;
  const most = maximum as number;
  const isMoment = name === 'at' || name.endsWith('At') || name.endsWith('AtMs');
  const wanted = isMoment && most >= EPOCH_MS ? EPOCH_MS : name.endsWith('Ms') ? 1_000 : 1;
  return Math.min(Math.max(least, wanted), most);
}
