import type { FormValue } from '../../components/schema-form/schema-form.tsx';

const SECRET =
  /authorization|bearer|passw(?:or)?d|secret|token$|api[_-]?key|access[_-]?key|cookie|credential|private[_-]?key/i;
/** An address has no more of the arguments, in characters of their JSON. */
const MAX_ADDRESS = 2_000;

const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};

/** Whether a property holds a secret, by its name or by its schema. */
const isSecret = (name: string, schema: unknown): boolean => {
  const { writeOnly, format } = objectOf(schema);
  return writeOnly === true || format === 'password' || SECRET.test(name);
};

/** Typed arguments as the address has them: without secrets, and not at all when they are large. */
export function writeArguments(value: FormValue, schema: unknown): string | undefined {
  const properties = objectOf(objectOf(schema)['properties']);
  const open = withoutSecrets(value, properties);
  const text = JSON.stringify(open);
  return Object.keys(open).length === 0 || text.length > MAX_ADDRESS ? undefined : text;
}

function withoutSecrets(value: FormValue, properties: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]): [string, unknown][] => {
      if (isSecret(name, properties[name])) return [];
      const isGroup = typeof each === 'object' && each !== null && !Array.isArray(each);
      const within = objectOf(objectOf(properties[name])['properties']);
      return [[name, isGroup ? withoutSecrets(objectOf(each), within) : each]];
    }),
  );
}

/** The arguments that an address has. */
export function readArguments(text: string | undefined): FormValue {
  try {
    return text === undefined ? {} : objectOf(JSON.parse(text));
  } catch {
    return {};
  }
}
