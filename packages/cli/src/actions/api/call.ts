import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { allOperations } from '@assay/contract/operations';
import type { Operation } from '@assay/contract/operation';
import { parametersOf, type OperationEntry } from '@assay/sdk/operation-entry';
import type { AssayClient } from '@assay/sdk';
import type { apiInput } from '../../commands/api.ts';
import type { CommandContext } from '../../command-context.ts';
import { UsageError } from '../../command-failure.ts';
import type { Action, Given } from '../../declare/command.ts';
import { fileCause, writeOutput } from '../../files.ts';
import { confirm } from '../../output/confirm.ts';
import { printList } from '../../output/print-document.ts';
import { pickFields, printJson } from '../../output/print-json.ts';
import { visibleJson } from '../../output/visible-json.ts';
import { visibleText } from '../../output/visible-text.ts';
import { nearest } from '../../parse/nearest.ts';
import { entryOf, followById, invoke, itemsOf, type CallParts } from '../operation/invoke.ts';
import { readGiven, readJson, readObject } from '../operation/read-body.ts';
import { sortParameters } from './api-arguments.ts';

type Options = Given<typeof apiInput>['options'];
type Id = keyof AssayClient;

/** Calls an operation by its id and prints its answer, or lists the operations. */
export const callApi: Action<typeof apiInput> = async (context, { arguments: { operation: id }, options }) => {
  if (options.list || id === undefined) return listOperations(context, id, options);
  const { operation, entry } = found(id);
  const parts = await partsOf(context, operation, entry, options);
  const { assay } = await context.platform();
  if (entry.isStream) return printEvents(context, followById(assay, operation.id as Id, parts));
  if (entry.method === 'DELETE') await confirm(context, `Call ${operation.id}?`);
  if (options.all) {
    if (entry.list === undefined) throw new UsageError(`${operation.id} answers no pages: leave out --all.`);
    return printItems(context, options, itemsOf(assay, operation.id as Id, parts));
  }
  await printAnswer(context, options, await invoke(assay, operation.id as Id, parts));
};

function found(id: string): { operation: Operation; entry: OperationEntry } {
  const operation = Object.hasOwn(allOperations, id) ? allOperations[id] : undefined;
  const entry = entryOf(id);
  if (operation && entry) return { operation, entry };
  const near = nearest(id, Object.keys(allOperations));
  throw new UsageError(
    `there is no operation "${visibleText(id)}".${near === undefined ? '' : ` Did you mean "${near}"?`}`,
    ['assay api --list <word>'],
  );
}

/** The request: parameters, with the project and organization of the command, and the body. */
async function partsOf(
  context: CommandContext,
  { id, input: schema }: Operation,
  entry: OperationEntry,
  options: Options,
): Promise<CallParts> {
  const { params, input, options: callOptions } = sortParameters(id, entry, schema, options.param);
  const missing: string[] = [];
  for (const name of parametersOf(entry.path)) {
    if (params[name] !== undefined) continue;
    if (name === 'projectId') params[name] = await (await context.platform()).projectId();
    else if (name === 'organizationId') params[name] = await organizationOf(context);
    else missing.push(name);
  }
  if (missing.length > 0)
    throw new UsageError(
      `${id} needs ${missing.join(' and ')}.`,
      missing.map((name) => `--param ${name}=…`),
    );
  const body = options.body === undefined ? undefined : await bodyOf(context, id, entry, options.body);
  return {
    params,
    input: isPlain(body) ? { ...body, ...input } : (body ?? input),
    ...(Object.keys(callOptions).length > 0 && { options: callOptions }),
  };
}

async function organizationOf(context: CommandContext): Promise<string> {
  const { assay, projectId } = await context.platform();
  return (await assay.getProject({ projectId: await projectId() })).organizationId;
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array);

async function bodyOf(context: CommandContext, id: string, { input }: OperationEntry, given: string): Promise<unknown> {
  if (input === 'json') return readJson(context, '--body', given);
  if (input === 'form') return readObject(context, '--body', given);
  if (input !== 'bytes') throw new UsageError(`${id} has no body: its input is --param name=value.`);
  if (!given.startsWith('@')) return new TextEncoder().encode(await readGiven(context, given));
  return readFile(resolve(context.folder, given.slice(1))).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${given.slice(1)} cannot be read (${fileCause(error)})`);
  });
}

async function printEvents({ terminal }: CommandContext, events: AsyncIterable<unknown>): Promise<void> {
  for await (const event of events) terminal.out(`${visibleJson(JSON.stringify(event))}\n`);
}

/** Items as JSON, also for a person, because they can be of any kind. */
const printItems = (context: CommandContext, options: Options, items: AsyncIterable<unknown>): Promise<void> =>
  printList(context, { ...options, json: options.json ?? (options.jsonl ? undefined : true) }, items, {
    columns: [],
    empty: 'none.',
    limit: options.limit ?? Number.POSITIVE_INFINITY,
    noun: 'items',
  });

async function printAnswer(context: CommandContext, { json, out }: Options, answer: unknown): Promise<void> {
  const { terminal } = context;
  const isText = typeof answer === 'string';
  const isBytes = answer instanceof Uint8Array;
  const data =
    isText || isBytes ? answer : visibleJson(printJson(typeof json === 'string' ? pickFields(answer, json) : answer));
  if (out !== undefined) return writeOutput(context, out, data);
  if (isBytes && terminal.isInteractive.out)
    throw new UsageError(`the answer is ${answer.length} bytes and no text: -o <file> keeps it.`);
  terminal.out(isText && terminal.isInteractive.out ? visibleText(answer, { keepsLines: true }) : data);
}

async function listOperations(context: CommandContext, word: string | undefined, options: Options): Promise<void> {
  const wanted = word?.toLowerCase();
  const rows = Object.values(allOperations)
    .map(({ id, method, path, summary }) => ({ id, method, path, summary }))
    .filter((row) => wanted === undefined || Object.values(row).some((text) => text.toLowerCase().includes(wanted)))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
  await printList(context, options, rows, {
    columns: [
      { title: 'OPERATION', cell: ({ id }) => id },
      { title: 'SUMMARY', cell: ({ summary }) => summary, isName: true },
      { title: 'METHOD', cell: ({ method }) => method },
      { title: 'PATH', cell: ({ path }) => path, isName: true },
    ],
    empty: `no operation has "${visibleText(word ?? '')}" in its id, path or summary.`,
    limit: options.limit ?? Number.POSITIVE_INFINITY,
    noun: 'operations',
  });
}
