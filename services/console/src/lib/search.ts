/** The search parameters of an address, as texts; a repeated one is a list. */
export type RawSearch = Readonly<Record<string, string | readonly string[]>>;

/** How the values of one search parameter are read; undefined means its default. */
export type SearchParameter<T> = (values: readonly string[]) => T | undefined;

/** A text. */
export const textParameter: SearchParameter<string> = (values) => values[0];
/** Several texts, as a repeated parameter. */
export const textsParameter: SearchParameter<readonly string[]> = (values) => (values.length > 0 ? values : undefined);
/** A whole number from 1 on. */
export const numberParameter: SearchParameter<number> = ([value]) =>
  value !== undefined && /^[1-9]\d{0,8}$/.test(value) ? Number(value) : undefined;
/** One of these words; another value is its default. */
export const choiceParameter =
  <const T extends string>(...choices: readonly T[]): SearchParameter<T> =>
  ([value]) =>
    choices.find((choice) => choice === value);
/** Some of these words, as a repeated parameter. */
export const choicesParameter =
  <const T extends string>(...choices: readonly T[]): SearchParameter<readonly T[]> =>
  (values) => {
    const known = choices.filter((choice) => values.includes(choice));
    return known.length > 0 ? known : undefined;
  };
/** A flag, written as `1`. */
export const flagParameter: SearchParameter<true> = ([value]) => (value === '1' ? true : undefined);

type SearchOf<Shape> = {
  [Name in keyof Shape]?: (Shape[Name] extends SearchParameter<infer T> ? T : never) | undefined;
};

/** Reads the search parameters of a route. An unknown parameter is kept in the address and ignored. */
export const searchOf =
  <Shape extends Record<string, SearchParameter<unknown>>>(shape: Shape) =>
  (raw: Record<string, unknown>): SearchOf<Shape> => {
    const read: Record<string, unknown> = { ...raw };
    for (const [name, parameter] of Object.entries(shape)) {
      const value = raw[name];
      const values = value === undefined ? [] : ([value].flat() as unknown[]).map(textOf);
      const parsed = parameter(values);
      if (parsed === undefined) delete read[name];
      else read[name] = parsed;
    }
    return read as SearchOf<Shape>;
  };

/** Search parameters after a change; undefined takes one away. */
export function changeSearch<Search extends object>(change: { [Name in keyof Search]?: Search[Name] | undefined }): (
  old: Search,
) => Search {
  return (old) =>
    Object.fromEntries(Object.entries({ ...old, ...change }).filter(([, value]) => value !== undefined)) as Search;
}

/** Parses the search of an address; values stay texts. */
export function parseSearch(search: string): Record<string, string | string[]> {
  const parsed: Record<string, string | string[]> = {};
  const parameters = new URLSearchParams(search);
  for (const name of new Set(parameters.keys())) {
    const values = parameters.getAll(name);
    parsed[name] = values.length > 1 ? values : values[0]!;
  }
  return parsed;
}

/** Writes the search of an address; a list becomes a repeated parameter, and true `1`. */
export function writeSearch(search: Record<string, unknown>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(search))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined && one !== null && one !== false) parameters.append(name, textOf(one));
  const written = parameters.toString();
  return written === '' ? '' : `?${written}`;
}

/** A value as an address has it: a link gives true and numbers, an address only texts. */
const textOf = (value: unknown): string => (value === true ? '1' : `${value as string | number}`);
