import type { ExitCode } from '../exit-codes.ts';
import type { CommandContext } from '../command-context.ts';
import {
  globalOptions,
  documentOptions,
  listOptions,
  operatorOptions,
  platformOptions,
  projectOptions,
} from './common-options.ts';
import type { Arguments, ArgumentValues } from './arguments.ts';
import type { Options, OptionValues } from './options.ts';

/** The words that a command takes: its arguments and its own options. */
export interface CommandInput<A extends Arguments = Arguments, O extends Options = Options> {
  arguments: A;
  options: O;
  /** The surroundings that it needs: a platform, a project of one, a platform as its operator, or this machine alone. */
  needs: 'nothing' | 'platform' | 'project' | 'operator';
  /** Its output: text, a document, a list, or a verdict with its reports. */
  prints: 'text' | 'document' | 'list' | 'verdict';
}

/** The options that a command has beside its own. */
type Common<I extends CommandInput> = typeof globalOptions &
  (I['needs'] extends 'nothing' ? unknown : typeof platformOptions) &
  (I['needs'] extends 'project' ? typeof projectOptions : unknown) &
  (I['needs'] extends 'operator' ? typeof operatorOptions : unknown) &
  (I['prints'] extends 'list' ? typeof listOptions : I['prints'] extends 'text' ? unknown : typeof documentOptions);

/** The given words of a command, read. */
export interface Given<I extends CommandInput = CommandInput> {
  readonly arguments: ArgumentValues<I['arguments']>;
  readonly options: OptionValues<I['options'] & Common<I>>;
}

/** The work of a command. Without a returned exit code it is done: 0. */
export type Action<I extends CommandInput = CommandInput> = (
  context: CommandContext,
  given: Given<I>,
) => Promise<ExitCode | void>;

/** The declaration of a command: help, docs, completion and parsing follow from it. */
export interface Command {
  /** The words that name it, such as `suite push`. */
  words: string;
  /** Its effect, in one sentence. */
  summary: string;
  /** Facts that a reader of the summary would not guess. */
  description?: string;
  input: CommandInput;
  /** Command lines that work as they stand. */
  examples: readonly string[];
  /** The meaning of exit codes here, where the general table does not say it. */
  exits?: Partial<Record<ExitCode, string>>;
  /** The ids of the operations that it calls, beside the lists that names are looked up in. */
  operations?: readonly string[];
  /** The words of other commands. */
  see?: readonly string[];
  /** Loads the action, which only a call of the command needs. */
  load: () => Promise<Action>;
}

/** A record without names. */
type NoNames = { [Name in never]: never };

/** Declares the input of a command. Absent parts are: no arguments, no options, nothing needed, text printed. */
export const takes = <
  const A extends Arguments = NoNames,
  const O extends Options = NoNames,
  const Needs extends CommandInput['needs'] = 'nothing',
  const Prints extends CommandInput['prints'] = 'text',
>(input: {
  arguments?: A;
  options?: O;
  needs?: Needs;
  prints?: Prints;
}) => ({
  arguments: input.arguments ?? ({} as A),
  options: input.options ?? ({} as O),
  needs: input.needs ?? ('nothing' as Needs),
  prints: input.prints ?? ('text' as Prints),
});

/** Declares a command. */
export const command = <I extends CommandInput>(
  declaration: Omit<Command, 'input' | 'load'> & { input: I; load: () => Promise<Action<I>> },
  // The action is called with what was parsed by the same input.
): Command => declaration as unknown as Command;

/** All options of a command: its own first, then the options of its kind and of every command. */
export function optionsOf({ input }: Command): { own: Options; common: Options } {
  const { needs, prints, options } = input;
  return {
    own: options,
    common: {
      ...(prints === 'list' ? listOptions : prints === 'text' ? {} : documentOptions),
      ...(needs === 'project' && projectOptions),
      ...(needs === 'operator' && operatorOptions),
      ...(needs !== 'nothing' && platformOptions),
      ...globalOptions,
    },
  };
}
