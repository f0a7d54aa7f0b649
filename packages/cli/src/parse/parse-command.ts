import { Command as Parser, CommanderError, InvalidArgumentError, Option as ParsedOption } from 'commander';
import { optionsOf, type Command, type Given } from '../declare/command.ts';
import { typedName, type Option } from '../declare/options.ts';
import { UsageError } from '../command-failure.ts';

/**
 * Reads the words that follow the name of the command. Words after `--` are for its `rest` argument, and otherwise arguments that
 * may begin with a dash. Throws UsageError.
 */
export function parseCommand(command: Command, words: readonly string[]): Given {
  const { own, common } = optionsOf(command);
  const options = { ...common, ...own };
  const parser = new Parser(`assay ${command.words}`)
    .helpOption(false)
    .exitOverride()
    .configureOutput({ writeOut: () => undefined, writeErr: () => undefined, outputError: () => undefined });
  for (const [name, option] of Object.entries(options)) {
    parser.addOption(parsedOption(name, option));
    if (option.kind === 'toggle') parser.addOption(new ParsedOption(typedName(name).replace('--', '--no-')));
  }
  const positional = Object.entries(command.input.arguments).filter(([, { kind }]) => kind !== 'rest');
  for (const [name, { kind }] of positional) parser.argument(ARGUMENTS[kind].replace('NAME', wordOf(name)));
  const end = words.indexOf('--');
  const takesRest = positional.length < Object.keys(command.input.arguments).length;
  const rest = takesRest && end >= 0 ? words.slice(end + 1) : [];
  try {
    parser.parse(takesRest && end >= 0 ? words.slice(0, end) : words, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    throw misuse(command, error);
  }
  const given = parser.opts<Record<string, unknown>>();
  return {
    arguments: {
      ...Object.fromEntries(positional.map(([name], i) => [name, parser.processedArgs[i]])),
      ...(takesRest && { [Object.keys(command.input.arguments).at(-1)!]: rest }),
    },
    options: Object.fromEntries(Object.entries(options).map(([name, option]) => [name, valueOf(name, option, given)])),
  } as Given;
}

const ARGUMENTS = { one: '<NAME>', maybe: '[NAME]', some: '<NAME...>', any: '[NAME...]', rest: '' };

/** The name of an argument as the help shows it. */
const wordOf = (name: string): string => typedName(name).slice(2);

function parsedOption(name: string, option: Option): ParsedOption {
  const long = typedName(name);
  const value = option.kind === 'flag' || option.kind === 'toggle' ? '' : ` ${option.value}`;
  const parsed = new ParsedOption(`${option.short === undefined ? '' : `-${option.short}, `}${long}${value}`);
  if (option.kind === 'texts') return parsed.argParser((text: string, before?: string[]) => [...(before ?? []), text]);
  if (option.kind === 'number') return parsed.argParser((text: string) => numberOf(text, option));
  if (option.kind === 'choice') return parsed.choices(option.values);
  if (option.kind === 'text' && option.value === '<file>') return parsed.argParser(fileNameOf);
  return parsed;
}

function fileNameOf(text: string): string {
  if (text === '') throw new InvalidArgumentError('It is the name of a file.');
  return text;
}

function numberOf(text: string, { min, max, isInteger }: Option & { kind: 'number' }): number {
  const value = Number(text);
  const isWrong = text.trim() === '' || Number.isNaN(value) || (isInteger && !Number.isInteger(value));
  if (isWrong || value < min || value > max) {
    const range = max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`;
    throw new InvalidArgumentError(`It is a${isInteger ? ' whole' : ''} number ${range}.`);
  }
  return value;
}

function valueOf(name: string, option: Option, given: Record<string, unknown>): unknown {
  // An option `--no-x` is the negation of `x` to the parser.
  if (/^no[A-Z]/.test(name)) return given[name[2]!.toLowerCase() + name.slice(3)] === false;
  const value = given[name];
  if (option.kind === 'flag') return value === true;
  return option.kind === 'texts' ? (value ?? []) : value;
}

function misuse({ words }: Command, { message }: CommanderError): UsageError {
  const [said = '', ...hints] = message.replace(/^error: /, '').split('\n');
  const hint = hints.map((line) => line.replace(/^\((.*)\)$/, '$1')).join(' ');
  return new UsageError(`${said}${hint === '' ? '' : `. ${hint}`}`, [`assay ${words} --help`]);
}
