import type { AssayClient, PagedCall } from '@assay/sdk';
import { paramsOf, type Operation, type OperationDeclaration } from '@assay/contract/operation';
import { propertiesOf } from '@assay/contract/schema';
import type { ExitCode } from '../exit-codes.ts';
import { maybe, one, type Argument, type Arguments } from './arguments.ts';
import type { CommandContext } from '../command-context.ts';
import type { Action, Command, CommandInput, Given } from './command.ts';
import { inputOptions, wordsOf, type InputOptions } from './operation-options.ts';
import { parameterOf, type FoundKind } from './operation-parameters.ts';
import { number, text, type Options } from './options.ts';

type Id = keyof AssayClient;
// Methods differ in their arguments.
// oxlint-disable-next-line typescript/no-explicit-any
type Any = any;

/** The reply of an operation. */
export type ReplyOf<Name extends Id> = AssayClient[Name] extends (...args: Any[]) => Promise<infer Reply>
  ? Reply
  : never;
/** An item of the list that an operation answers. */
export type ItemOf<Name extends Id> =
  AssayClient[Name] extends PagedCall<Any, Any, infer Item>
    ? Item
    : ReplyOf<Name> extends { items: readonly (infer Item)[] }
      ? Item
      : never;

/** Writes the times of tables and texts. */
export interface Writing {
  when: (at: number | string) => string;
  /** A moment with its time, also on another day. */
  moment: (at: number | string) => string;
}

/** A column: the name of a field, or the text of an item. */
type ColumnsOf<Item> = Readonly<
  Record<string, (keyof Item & string) | ((item: Item, writing: Writing) => string | undefined)>
>;

/** The parts of a command that its operation does not say. */
export interface OperationParts<Name extends Id> {
  words: string;
  /** The summary of the operation where absent. */
  summary?: string;
  description?: string;
  examples: readonly string[];
  exits?: Command['exits'];
  see?: readonly string[];
  /** The columns of a list, the important ones first. */
  columns?: ColumnsOf<ItemOf<Name>>;
  /** The line that is printed when it is done; a reply without one is printed as a document. */
  done?: string | ((reply: ReplyOf<Name>, named: Named) => string);
  /** A document as text, where its fields alone are hard to read. */
  text?: (reply: ReplyOf<Name>, writing: Writing) => string;
  /** The reply is printed as JSON to a person, too, because it is kept in a file. */
  isWhole?: boolean;
  /** The exit code of a reply. */
  exit?: (reply: ReplyOf<Name>) => ExitCode;
  /** Fields of the input that no option sets. */
  omit?: readonly string[];
  /** A field of the input that is typed as the last argument. */
  argument?: string;
  /** Fields whose value is a field of another operation's reply about the same object, such as its revision. */
  reads?: { operation: Id; fields: Readonly<Record<string, string>> };
  /** Fields whose ids are none of the platform's objects: their options have the whole name of the field. */
  foreign?: readonly string[];
  /** Fields of the input that the command decides. */
  fixed?: Readonly<Record<string, unknown>>;
  /** Arguments and options beside the ones of the operation, and the fields of the input that are made of them. */
  adds?: { arguments?: Arguments; options?: Options; load: () => Promise<InputMaker> };
  /** The project is an argument, and not where the command works in. */
  isOfProject?: boolean;
  /** The question that a person confirms; operations that delete are confirmed without it. */
  confirms?: string;
}

/** Makes fields of the input from the words of a command. */
export type InputMaker = (context: CommandContext, given: Given) => Promise<Readonly<Record<string, unknown>>>;

/** The objects of a call as they were typed, by their words. */
export type Named = Readonly<Record<string, string>>;

/** An operation as a command calls it. */
export interface OperationShape extends InputOptions {
  id: Id;
  method: Operation['method'];
  /** The parameters of the path in their order; `word` is the argument or option that they are typed as. */
  parameters: readonly { name: string; word: string; kind?: FoundKind }[];
  isList: boolean;
  /** Whether `--body` is taken. */
  takesBody: boolean;
  argument: string | undefined;
  parts: OperationParts<Id>;
}

type Area<Name extends string> = Readonly<Record<Name, OperationDeclaration>>;

/** Makes commands of the operations of an area. */
export const commandsOf =
  <Name extends string>(area: Area<Name>) =>
  <Each extends Name & Id>(id: Each, parts: OperationParts<Each>): Command =>
    operationCommand(id, area[id], parts);

/**
 * A command of one operation: the parameters of its path are arguments, the project is the one of the command, top-level
 * fields of its input are options, and `--body` takes a whole document.
 */
function operationCommand(id: Id, operation: OperationDeclaration, parts: OperationParts<Id>): Command {
  const shape = shapeOf(id, operation, parts);
  assertPlaceholders(shape, operation);
  return {
    words: parts.words,
    summary: parts.summary ?? operation.summary,
    ...(parts.description !== undefined && { description: parts.description }),
    input: inputOf(shape, operation, parts),
    examples: parts.examples,
    ...(parts.exits && { exits: parts.exits }),
    ...(parts.see && { see: parts.see }),
    operations: [id, ...(parts.reads ? [parts.reads.operation] : [])],
    load: async (): Promise<Action> => {
      const { runOperation } = await import('../actions/operation/run-operation.ts');
      return runOperation(shape);
    },
  };
}

/** Throws for a `{word}` of a sentence that is neither a field of the reply nor an argument. */
function assertPlaceholders(
  { id, parameters, parts: { done, confirms = '' } }: OperationShape,
  { reply }: OperationDeclaration,
): void {
  const words = parameters.map(({ word }) => word);
  const fields = [...words, ...Object.keys(propertiesOf(reply))];
  const wrong = [
    ...placeholdersOf(confirms).filter((word) => !words.includes(word)),
    ...placeholdersOf(typeof done === 'string' ? done : '').filter((word) => !fields.includes(word)),
  ];
  if (wrong.length > 0) throw new Error(`${id} has no ${wrong.join(', ')}`);
}

const placeholdersOf = (sentence: string): string[] => [...sentence.matchAll(/\{(\w+)\}/g)].map(([, word]) => word!);

function shapeOf(id: Id, operation: OperationDeclaration, parts: OperationParts<Id>): OperationShape {
  const { method, path, input, inputIn, consumes } = operation;
  const omitted = [...(parts.omit ?? []), ...Object.keys(parts.reads?.fields ?? {}), ...Object.keys(parts.fixed ?? {})];
  const made = inputOptions(input, {
    isSwitched: method === 'PATCH' || method === 'PUT' || method === 'GET',
    omitted,
    foreign: parts.foreign ?? [],
  });
  const argument = parts.argument;
  if (argument !== undefined) delete (made.options as Record<string, unknown>)[argument];
  const isBody = method !== 'GET' && inputIn !== 'query' && consumes === undefined;
  return {
    ...made,
    id,
    method,
    parameters: paramsOf(path).map((name) => ({ name, ...(parameterOf(name) ?? { word: name }) })),
    isList: parts.columns !== undefined,
    takesBody: isBody && Object.keys(propertiesOf(input)).some((field) => field !== 'idempotencyKey'),
    argument,
    parts,
  };
}

function inputOf(shape: OperationShape, operation: OperationDeclaration, parts: OperationParts<Id>): CommandInput {
  const needsProject = shape.parameters.some(({ name }) => name === 'projectId' || name === 'organizationId');
  const typed = shape.parameters.filter(
    ({ name }) => name !== 'organizationId' && (name !== 'projectId' || parts.isOfProject),
  );
  const args: Record<string, Argument> = {};
  for (const { word, kind } of typed)
    args[word] =
      word === 'project' && shape.method !== 'DELETE'
        ? maybe('The project, by name or id; the present one without it.')
        : one(wordFor(word, kind));
  if (shape.argument !== undefined)
    args[wordOfArgument(shape.argument)] = maybe(
      `The ${wordsOf(shape.argument)}${shape.takesBody ? ', unless --body has it' : ''}.`,
    );
  return {
    arguments: { ...args, ...parts.adds?.arguments },
    options: { ...parts.adds?.options, ...shape.options, ...ownOptions(shape) },
    needs: operation.access === 'operator' ? 'operator' : needsProject && !parts.isOfProject ? 'project' : 'platform',
    prints: shape.isList ? 'list' : operation.produces === undefined ? 'document' : 'text',
  };
}

const wordFor = (word: string, kind: FoundKind | undefined): string =>
  kind === undefined
    ? `The id of the ${wordsOf(word)}.`
    : kind === 'run'
      ? 'The run: last, its number, or its id.'
      : `The ${wordsOf(word)}, by ${kind === 'case' ? 'title' : kind === 'member' ? 'e-mail address' : 'name'} or id.`;

/** The word of an argument that is a field. */
export const wordOfArgument = (field: string): string => parameterOf(field)?.word ?? field;

/** The options that every command of this shape has. */
function ownOptions({ isList, takesBody, documentFields, parameters }: OperationShape): Options {
  return {
    ...(takesBody && { body: text('<json|@file|->', bodyHelp(documentFields), { short: 'd' }) }),
    ...(isList && { limit: number('<count>', 'The most items; 50 on a terminal, and all of them in a pipe.') }),
    ...(parameters.some(({ name }) => name === 'organizationId') && {
      organization: text('<organization>', 'The organization, by name or id; the one of the project without it.'),
    }),
  };
}

const bodyHelp = (fields: readonly string[]): string =>
  fields.length === 0
    ? 'The document as JSON; options win over its fields.'
    : `The document as JSON, with what no option sets: ${fields.join(', ')}.`;
