import { nouns } from '../src/commands/nouns.ts';
import {
  documentOptions,
  globalOptions,
  listOptions,
  operatorOptions,
  platformOptions,
  projectOptions,
} from '../src/declare/common-options.ts';
import { optionsOf, type Command } from '../src/declare/command.ts';
import { optionRows, usageOf } from '../src/parse/print-help.ts';
import { typedName, type Options } from '../src/declare/options.ts';

const [BEGIN, END] = ['<!-- commands: printed by `npm run generate` -->', '<!-- end of commands -->'];

/** A page with the reference of all commands between its two marks. */
export function withReference(page: string, reference: string): string {
  const [before, rest] = page.split(BEGIN);
  const after = rest?.split(END)[1];
  if (after === undefined) throw new Error('docs/cli.md has no marks for the reference of commands.');
  return `${before}${BEGIN}\n\n${reference}\n\n${END}${after}`;
}

/** The options that commands have beside their own, by the commands that have them. */
const COMMON: [title: string, options: Options][] = [
  ['Every command has these options:', globalOptions],
  ['Commands that call a platform:', platformOptions],
  ['Commands that work in a project of it:', projectOptions],
  ['Commands of `assay admin` that call a platform:', operatorOptions],
  ['Commands that print a document or a list:', documentOptions],
  ['Commands that print a list:', { jsonl: listOptions.jsonl }],
];

/** The reference of all commands as Markdown, in the order of the overview. */
export async function commandReference(): Promise<string> {
  const parts = COMMON.flatMap(([title, options]) => [title, optionRows(options).map(itemOf).join('\n')]);
  for (const noun of Object.values(nouns)) parts.push(...(await noun.load()).map(printCommand));
  return parts.join('\n\n');
}

function printCommand(command: Command): string {
  const { own } = optionsOf(command);
  const { words, summary, description, input, examples, exits = {} } = command;
  const described = Object.entries(input.arguments).map(([name, { description: text }]) =>
    itemOf([`<${typedName(name).slice(2)}>`, text]),
  );
  const codes = Object.entries(exits).map(([code, means]) => `${code}: ${means}`);
  return [
    `### assay ${words}`,
    [summary, description].filter(Boolean).map(escaped).join(' '),
    `\`\`\`text\n${[usageOf(command), ...examples].join('\n')}\n\`\`\``,
    [...described, ...optionRows(own).map(itemOf)].join('\n'),
    codes.length === 0 ? '' : `Exit codes: ${escaped(codes.join('; '))}.`,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

const itemOf = ([typed, text]: readonly string[]): string => `- \`${typed}\`: ${escaped(text ?? '')}`;

const escaped = (text: string | undefined): string => (text ?? '').replaceAll(/[<*_[\]]/g, (sign) => `\\${sign}`);
