/** The parts that every option has. */
interface AnyOption {
  /** One sentence for the help. */
  description: string;
  /** One letter. */
  short?: string;
}

/** The declaration of an option by its kind. */
export type Option =
  | (AnyOption & { kind: 'flag' })
  | (AnyOption & { kind: 'toggle' })
  | (AnyOption & { kind: 'text'; value: string })
  | (AnyOption & { kind: 'texts'; value: string })
  | (AnyOption & { kind: 'number'; value: string; min: number; max: number; isInteger: boolean })
  | (AnyOption & { kind: 'choice'; value: string; values: readonly string[] })
  | (AnyOption & { kind: 'optional'; value: string });

/** Options by their names in camelCase; `minPassRate` is typed as `--min-pass-rate`. */
export type Options = Readonly<Record<string, Option>>;

/** The value of an option that was or was not given. */
export type OptionValue<O extends Option> = O extends { kind: 'flag' }
  ? boolean
  : O extends { kind: 'toggle' }
    ? boolean | undefined
    : O extends { kind: 'texts' }
      ? string[]
      : O extends { kind: 'number' }
        ? number | undefined
        : O extends { kind: 'choice'; values: readonly (infer Value)[] }
          ? Value | undefined
          : O extends { kind: 'optional' }
            ? string | true | undefined
            : string | undefined;

export type OptionValues<O extends Options> = { readonly [Name in keyof O]: OptionValue<O[Name]> };

type Short = { short?: string };

/** An option without a value; false when it is absent. */
export const flag = (description: string, more: Short = {}) => ({ kind: 'flag', description, ...more }) as const;

/** An option that is typed as `--enabled` or `--no-enabled`. */
export const toggle = (description: string) => ({ kind: 'toggle', description }) as const;

/** An option with a text; `value` names it in the help, such as `<file>`. */
export const text = (value: string, description: string, more: Short = {}) =>
  ({ kind: 'text', value, description, ...more }) as const;

/** An option with a text that may be given several times. */
export const texts = (value: string, description: string, more: Short = {}) =>
  ({ kind: 'texts', value, description, ...more }) as const;

/** An option with a number from `min` to `max`, whole unless `isInteger` is false. */
export const number = (
  value: string,
  description: string,
  {
    min = 1,
    max = Number.MAX_SAFE_INTEGER,
    isInteger = true,
  }: { min?: number; max?: number; isInteger?: boolean } = {},
) => ({ kind: 'number', value, description, min, max, isInteger }) as const;

/** An option with one of some values. */
export const choice = <const V extends string>(values: readonly V[], description: string) =>
  ({ kind: 'choice', value: oneOfShown(values), values, description }) as const;

/** The longest list of values that stands in the help, in characters; a wrong value is told with all of them. */
const LONGEST_VALUES = 50;

/** Some values as the help shows them. */
export const oneOfShown = (values: readonly string[]): string => {
  const all = values.join('|');
  return all.length > LONGEST_VALUES ? '<value>' : `<${all}>`;
};

/** An option whose value may be left out: true then. */
export const optional = (value: string, description: string) => ({ kind: 'optional', value, description }) as const;

/** The name of an option as it is typed. */
export const typedName = (name: string): string =>
  `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
