import type { AssayClient } from '@assay/sdk';
import type { CommandContext } from '../../command-context.ts';
import { UsageError } from '../../command-failure.ts';
import type { Action, Given } from '../../declare/command.ts';
import { wordOfArgument, type Named, type OperationShape, type Writing } from '../../declare/operation-command.ts';
import { wordsOf, type FieldOption } from '../../declare/operation-options.ts';
import { typedName } from '../../declare/options.ts';
import { confirm } from '../../output/confirm.ts';
import { printDocument, printList } from '../../output/print-document.ts';
import { printFields, scalarText } from '../../output/print-fields.ts';
import { printJson, pickFields } from '../../output/print-json.ts';
import type { Column } from '../../output/print-table.ts';
import { printMoment, printTime } from '../../output/print-time.ts';
import { visibleText } from '../../output/visible-text.ts';
import { findId } from '../../platform/find/find-named.ts';
import { findRunId } from '../../platform/find/find-run.ts';
import { invoke, itemsOf } from './invoke.ts';
import { readObject } from './read-body.ts';

/** The items of a table where no limit is given, and the largest page. */
const [TABLE_ITEMS, PAGE_ITEMS] = [50, 500];

/** Stands in the cell of an absent value. */
const NOTHING = '–';

type Values = Record<string, unknown>;
/** The given words of any operation. */
interface GivenWords {
  arguments: Record<string, string | undefined>;
  options: Values & { json?: string | true; jsonl?: boolean; limit?: number; body?: string; organization?: string };
}

/** The action of a command that is made of an operation. */
export const runOperation =
  (shape: OperationShape): Action =>
  async (context, given) => {
    const words = given as unknown as GivenWords;
    const { assay } = await context.platform();
    const deletes = shape.method === 'DELETE' || shape.parts.confirms !== undefined;
    const params = await parametersOf(context, shape, words, deletes);
    const input = await inputOf(context, shape, given, params);
    if (shape.isList) return printItems(context, shape, words, { assay, params, input });
    if (deletes) await confirm(context, questionOf(shape, namedOf(shape, words)));
    const reply = await invoke(assay, shape.id, { params, input: await withCurrent(assay, shape, params, input) });
    printReply(context, shape, given, reply, namedOf(shape, words));
    return shape.parts.exit?.(reply as never);
  };

/** The ids of the path: the arguments by name, the project and its organization from the context. */
async function parametersOf(
  context: CommandContext,
  { parameters, parts }: OperationShape,
  words: GivenWords,
  isExact: boolean,
): Promise<Record<string, string>> {
  const params: Record<string, string> = {};
  for (const { name, word, kind } of parameters) {
    const typed = words.arguments[word];
    if (name === 'organizationId') params[name] = await organizationOf(context, words.options.organization);
    else if (name === 'projectId' && !(parts.isOfProject && typed !== undefined))
      params[name] = await (await context.platform()).projectId();
    else if (kind === 'run') params[name] = await findRunId(context, typed!);
    else if (kind === undefined) params[name] = typed!;
    else params[name] = await findId(context, kind, typed!, { isExact, scope: params });
  }
  return params;
}

async function organizationOf(context: CommandContext, named: string | undefined): Promise<string> {
  if (named !== undefined) return findId(context, 'organization', named);
  const { assay, projectId } = await context.platform();
  return (await assay.getProject({ projectId: await projectId() })).organizationId;
}

/** The input: the document of `--body`, with the options over it. Throws UsageError for a required field that is absent. */
async function inputOf(
  context: CommandContext,
  shape: OperationShape,
  given: Given,
  params: Record<string, string>,
): Promise<Values> {
  const words = given as unknown as GivenWords;
  const { body } = words.options;
  const input = shape.takesBody && body !== undefined ? await readObject(context, '--body', body) : {};
  Object.assign(input, shape.parts.fixed);
  for (const [name, field] of Object.entries(shape.fields)) {
    const value = words.options[name];
    if (
      value === undefined ||
      (value === false && !isToggled(shape, name)) ||
      (Array.isArray(value) && value.length === 0)
    )
      continue;
    input[field.field] = await valueOf(context, field, value, params, typedName(name));
  }
  if (shape.argument !== undefined) {
    const value = words.arguments[wordOfArgument(shape.argument)];
    if (value !== undefined) input[shape.argument] = value;
  }
  const { adds } = shape.parts;
  if (adds) Object.assign(input, await (await adds.load())(context, given));
  const missing = shape.required.find((field) => input[field] === undefined);
  if (missing !== undefined && !shape.parts.reads?.fields[missing]) throw missingField(shape, missing);
  return input;
}

const isToggled = ({ options }: OperationShape, name: string): boolean => options[name]?.kind === 'toggle';

function missingField(shape: OperationShape, field: string): UsageError {
  const { words } = shape.parts;
  const option = Object.entries(shape.fields).find(([, each]) => each.field === field)?.[0];
  const told =
    shape.argument === field
      ? `a ${wordsOf(field)}`
      : option === undefined
        ? `the field ${field}, in --body`
        : typedName(option);
  return new UsageError(`assay ${words} needs ${told}.`, [`assay ${words} --help`]);
}

/** The value of a field: ids for names, null for an empty text that clears, milliseconds for a time. */
async function valueOf(
  context: CommandContext,
  { as, kind, isNullable }: FieldOption,
  value: unknown,
  params: Record<string, string>,
  option: string,
): Promise<unknown> {
  if (isNullable && (value === '' || (Array.isArray(value) && value.join('') === ''))) return null;
  if (as === 'time') return timeOf(String(value), option);
  if (as === 'integers') return (value as string[]).map((each) => integerOf(each, option));
  if (kind === undefined) return value;
  const idOf = (text: string) =>
    kind === 'run' ? findRunId(context, text) : findId(context, kind, text, { scope: params });
  if (!Array.isArray(value)) return idOf(String(value));
  const ids: string[] = [];
  for (const each of value as string[]) ids.push(await idOf(each));
  return ids;
}

/** A moment as a date with or without its time, or as milliseconds since the epoch. */
export function timeOf(text: string, option: string): number {
  const at = /^\d{10,}$/.test(text) ? Number(text) : Date.parse(text);
  if (Number.isNaN(at)) throw new UsageError(`${option} is a time such as 2026-11-29T09:00Z, not "${text}".`);
  return at;
}

function integerOf(text: string, option: string): number {
  const value = Number(text);
  if (!Number.isInteger(value)) throw new UsageError(`${option} is a whole number, not "${text}".`);
  return value;
}

/** The input with fields of the object as it is now, such as its revision, where none were given. */
async function withCurrent(
  assay: AssayClient,
  shape: OperationShape,
  params: Record<string, string>,
  input: Values,
): Promise<Values> {
  const { reads } = shape.parts;
  if (reads === undefined || Object.keys(reads.fields).every((field) => input[field] !== undefined)) return input;
  const current = (await invoke(assay, reads.operation, { params, input: {} })) as Values;
  const filled = Object.entries(reads.fields).map(([field, from]) => [field, current[from]]);
  return { ...Object.fromEntries(filled), ...input };
}

async function printItems(
  context: CommandContext,
  { id, parts }: OperationShape,
  { options }: GivenWords,
  { assay, params, input }: { assay: AssayClient; params: Record<string, string>; input: Values },
): Promise<void> {
  const isTable = options.json === undefined && options.jsonl !== true && context.terminal.isInteractive.out;
  const limit = options.limit ?? (isTable ? TABLE_ITEMS : Number.POSITIVE_INFINITY);
  const paged = { ...input, limit: Math.min(limit + 1, PAGE_ITEMS) };
  await printList(context, options, itemsOf(assay, id, { params, input: paged }) as AsyncIterable<Values>, {
    columns: columnsOf(context, parts.columns ?? {}),
    empty: 'none.',
    limit,
    noun: 'items',
  });
}

const writingOf = (style: { usesUtc: boolean; now: number }): Writing => ({
  when: (at) => printTime(at, style),
  moment: (at) => printMoment(at, style),
});

/** The columns of a table, which know how to write times, lists and truths. */
export function columnsOf(
  { usesUtc }: Pick<CommandContext, 'usesUtc'>,
  declared: NonNullable<OperationShape['parts']['columns']>,
): Column<Values>[] {
  const style = { usesUtc, now: Date.now() };
  const writing = writingOf(style);
  return Object.entries(declared).map(([title, from]) => ({
    title,
    isName: typeof from === 'function' || !/^id$|Id$|At$/.test(from),
    cell: (item) => {
      if (typeof from !== 'string')
        return visibleText((from as (item: Values, writing: Writing) => string | undefined)(item, writing) || NOTHING);
      const value = item[from];
      return value === undefined || value === null || value === '' ? NOTHING : scalarText(from, value, style);
    },
  }));
}

/** The objects that were typed, by their words. */
const namedOf = ({ parameters }: OperationShape, { arguments: args }: GivenWords): Named =>
  Object.fromEntries(parameters.map(({ word }) => [word, visibleText(args[word] ?? '')]));

function questionOf({ parts, parameters }: OperationShape, named: Named): string {
  if (parts.confirms !== undefined)
    return parts.confirms.replaceAll(/\{(\w+)\}/g, (_, word: string) => named[word] ?? '');
  const last = parameters.at(-1)?.word ?? '';
  return `Delete ${wordsOf(last)} ${named[last] === '' ? 'of this project' : `"${named[last]}"`}?`;
}

function printReply(context: CommandContext, shape: OperationShape, given: Given, reply: unknown, named: Named): void {
  const { done, text, isWhole } = shape.parts;
  const { json } = given.options as { json?: string | true };
  const { terminal, usesUtc } = context;
  const style = { usesUtc, now: Date.now() };
  if (done === undefined || json !== undefined) {
    const textOf = () => (text ? text(reply as never, writingOf(style)) : printFields(reply, style));
    if (typeof reply === 'string') terminal.out(reply);
    else if (done === undefined) printDocument(context, { json: json ?? (isWhole ? true : undefined) }, reply, textOf);
    else terminal.out(printJson(typeof json === 'string' ? pickFields(reply, json) : reply));
    return;
  }
  const line = typeof done === 'string' ? doneLine(done, reply, named) : done(reply as never, named);
  terminal.out(`${line}\n`);
}

/** The sentence about what is now true: its `{words}` are fields of the reply, else the typed arguments. */
const doneLine = (done: string, reply: unknown, named: Named): string =>
  done.replaceAll(/\{(\w+)\}/g, (_, word: string) => {
    const value = (reply as Values | undefined)?.[word];
    return typeof value === 'string' || typeof value === 'number' ? visibleText(String(value)) : (named[word] ?? '');
  });
