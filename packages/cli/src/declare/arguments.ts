/** The declaration of an argument. `rest` holds the words after `--`. */
export interface Argument {
  kind: 'one' | 'maybe' | 'some' | 'any' | 'rest';
  description: string;
}

/** Arguments by name, in the order in which they are typed; one that takes several is the last. */
export type Arguments = Readonly<Record<string, Argument>>;

export type ArgumentValue<A extends Argument> = A extends { kind: 'one' }
  ? string
  : A extends { kind: 'maybe' }
    ? string | undefined
    : string[];

export type ArgumentValues<A extends Arguments> = { readonly [Name in keyof A]: ArgumentValue<A[Name]> };

/** An argument that must be given. */
export const one = (description: string) => ({ kind: 'one', description }) as const;
/** An argument that may be left out. */
export const maybe = (description: string) => ({ kind: 'maybe', description }) as const;
/** One or more arguments. */
export const some = (description: string) => ({ kind: 'some', description }) as const;
/** Any number of arguments. */
export const any = (description: string) => ({ kind: 'any', description }) as const;
/** The words after `--`. */
export const rest = (description: string) => ({ kind: 'rest', description }) as const;
