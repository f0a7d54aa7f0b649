import type { RegistryInput } from '@assay/contract/areas/registry/documents';
import { objectOf, objectsOf, textOf } from '../untrusted.ts';

/** A text in which `{name}` stands for the value of a variable; other braces are plain text. */
export interface ValueTemplate {
  text: string;
  variables: string[];
}

/** A header or an environment variable. */
export interface EndpointSetting {
  name: string;
  value: ValueTemplate;
}

type Place = RegistryInput['in'];
const MAX_INPUTS = 100;

/** Reads one input of server.json. */
export function inputOf(name: string, place: Place, description: unknown): RegistryInput {
  const given = objectOf(description);
  const [words, fallback] = [textOf(given.description, 10_000), textOf(given.default, 8_192)];
  const choices = Array.isArray(given.choices)
    ? given.choices.slice(0, MAX_INPUTS).flatMap((choice) => textOf(choice, 1_024) ?? [])
    : [];
  return {
    name,
    in: place,
    isRequired: (given.isRequired ?? given.is_required) === true,
    isSecret: (given.isSecret ?? given.is_secret) === true,
    ...(words !== undefined && { description: words }),
    ...(fallback !== undefined && { default: fallback }),
    ...(choices.length > 0 && { choices }),
  };
}

/** Reads a value of server.json: a text whose variables are inputs, or one input named `name`. */
export function valueOf(
  given: Record<string, unknown>,
  name: string,
  place: Place,
): { value: ValueTemplate; inputs: RegistryInput[] } {
  const text = textOf(given.value, 8_192);
  if (text === undefined)
    return { value: { text: `{${name}}`, variables: [name] }, inputs: [inputOf(name, place, given)] };
  const described = objectOf(given.variables);
  const variables = Object.keys(described)
    .slice(0, MAX_INPUTS)
    .filter((each) => text.includes(`{${each}}`));
  return { value: { text, variables }, inputs: variables.map((each) => inputOf(each, place, described[each])) };
}

/** The headers or environment variables of an endpoint, and the inputs that they depend on. */
export function settingsOf(
  given: unknown,
  place: 'header' | 'env',
): { settings: EndpointSetting[]; inputs: RegistryInput[] } {
  const read = objectsOf(given, MAX_INPUTS).flatMap((each) => {
    const name = textOf(each.name, 256);
    return name === undefined ? [] : [{ name, ...valueOf(each, name, place) }];
  });
  return { settings: read.map(({ name, value }) => ({ name, value })), inputs: read.flatMap(({ inputs }) => inputs) };
}

/** The text with its variables replaced; undefined when a value is missing. */
export function fillTemplate(
  { text, variables }: ValueTemplate,
  values: ReadonlyMap<string, string>,
): string | undefined {
  if (variables.some((name) => !values.has(name))) return undefined;
  return text.replaceAll(/\{([^{}]+)\}/g, (braces, name: string) =>
    variables.includes(name) ? values.get(name)! : braces,
  );
}
