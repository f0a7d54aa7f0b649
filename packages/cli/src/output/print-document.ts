import type { CommandContext } from '../command-context.ts';
import { pickFields, printJson } from './print-json.ts';
import { printTable, type Column } from './print-table.ts';

/** Prints a document: as text to a person, and as JSON with `--json` or into a pipe. */
export function printDocument<Document>(
  { terminal }: CommandContext,
  { json }: { json?: string | true | undefined },
  document: Document,
  textOf: (document: Document) => string,
): void {
  if (json === undefined && terminal.isInteractive.out) terminal.out(textOf(document));
  else terminal.out(printJson(typeof json === 'string' ? pickFields(document, json) : document));
}

/** The options of a command that prints a list. */
interface ListOptions {
  json?: string | true | undefined;
  jsonl?: boolean | undefined;
}

/**
 * Prints a list of at most `limit` items as they come: a table to a person, a JSON array with `--json` or into a pipe, a
 * line each with `--jsonl`. `isMore` tells the person that the platform has further items.
 */
export async function printList<Item>(
  context: CommandContext,
  { json, jsonl }: ListOptions,
  items: AsyncIterable<Item> | Iterable<Item>,
  { columns, empty, limit, noun }: { columns: readonly Column<Item>[]; empty: string; limit: number; noun: string },
): Promise<void> {
  const { terminal, isQuiet } = context;
  const shownOf = (item: Item): unknown => (typeof json === 'string' ? pickFields(item, json) : item);
  const isTable = json === undefined && jsonl !== true && terminal.isInteractive.out;
  const kept: Item[] = [];
  let [count, hasMore] = [0, false];
  for await (const item of items) {
    if (terminal.isClosed()) return;
    if (count === limit) {
      hasMore = true;
      break;
    }
    if (isTable) kept.push(item);
    else if (jsonl === true) terminal.out(`${JSON.stringify(shownOf(item))}\n`);
    else terminal.out(`${count === 0 ? '[' : ','}\n${indented(JSON.stringify(shownOf(item), null, 2))}`);
    count++;
  }
  if (!isTable) {
    if (jsonl !== true) terminal.out(count === 0 ? '[]\n' : '\n]\n');
    return;
  }
  if (count === 0) {
    if (!isQuiet) terminal.err(`${empty}\n`);
    return;
  }
  terminal.out(printTable(columns, kept, terminal.columns));
  if (hasMore && !isQuiet)
    terminal.err(`  The first ${count} ${noun}. More: --limit ${count * 10}, or --json for all fields\n`);
}

const indented = (text: string): string => text.replaceAll(/^/gm, '  ');
