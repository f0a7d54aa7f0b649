import { optionsOf, type Command } from '../declare/command.ts';
import { typedName, type Options } from '../declare/options.ts';
import { groups, nouns, type Noun } from '../commands/nouns.ts';

/** The help of `assay` alone; `all` lists every noun. */
export function printOverview(all: boolean): string {
  const named = Object.entries<Noun>(nouns);
  const longest = Math.max(...named.map(([name]) => name.length)) + 2;
  const sections = groups.map((group) => {
    const lines = named
      .filter(([, noun]) => noun.group === group && (all || noun.isFrequent))
      .map(([name, { summary }]) => `    ${name.padEnd(all ? longest : 12)}${summary}\n`);
    const others = named.filter(([, noun]) => noun.group === group && !noun.isFrequent).map(([name]) => name);
    return `  ${group}\n${lines.join('')}${all || others.length === 0 ? '' : wrapped(others.join(' '), 4)}`;
  });
  return [
    'Assay tests and evaluates MCP servers.\n\n',
    ...sections,
    all ? '' : '  All with what they do: assay help --all\n',
    `\nExamples\n${EXAMPLES.map((line) => `  ${line}\n`).join('')}`,
  ].join('');
}

const EXAMPLES = [
  'assay test -- npx -y @modelcontextprotocol/server-everything',
  'assay test suite.yaml --junit out.xml',
  'assay run "Helpdesk regression" --gate release',
];

/** The help of a noun: its commands. */
export const printNounHelp = (noun: string, commands: readonly Command[]): string =>
  `${sentence((nouns as Record<string, { summary: string }>)[noun]!.summary)}\n\nCommands\n${rows(commands.map(({ words, summary }) => [`assay ${words}`, summary]))}`;

const sentence = (text: string): string => `${text[0]!.toUpperCase()}${text.slice(1)}.`;

/** The help of a command: what it does, usage, examples, options by weight, exit codes, see also. */
export function printHelp(command: Command): string {
  const { own, common } = optionsOf(command);
  const described = Object.entries(command.input.arguments).map(([name, { description }]) => [
    `<${typedName(name).slice(2)}>`,
    description,
  ]);
  const exits = Object.entries(command.exits ?? {}).map(([code, means]) => [code, means]);
  return [
    wrapped(command.summary, 0),
    command.description === undefined ? '' : wrapped(command.description, 0),
    `\nUsage\n  ${usageOf(command)}\n`,
    section('Arguments', rows(described)),
    section('Examples', command.examples.map((line) => `  ${line}\n`).join('')),
    section('Options', rows(optionRows(own))),
    section('Common options', rows(optionRows(common))),
    section('Exit codes', rows(exits)),
    section('See also', wrapped((command.see ?? []).map((words) => `assay ${words}`).join(', '), 2)),
  ].join('');
}

/** The usage line of a command, such as `assay suite push <file...> [options]`. */
export function usageOf({ words, input }: Command): string {
  const typed = Object.entries(input.arguments).map(([name, { kind }]) => {
    const word = typedName(name).slice(2);
    return {
      one: `<${word}>`,
      maybe: `[${word}]`,
      some: `<${word}...>`,
      any: `[${word}...]`,
      rest: `[-- <${word}...>]`,
    }[kind];
  });
  const [rest] = typed.filter((word) => word.startsWith('[--'));
  return ['assay', words, ...typed.filter((word) => word !== rest), '[options]', ...(rest ? [rest] : [])].join(' ');
}

/** The widest option with the values that it takes; the values of a wider one follow its description. */
const WIDEST = 60;

/** The options as they are typed, each with its description. */
export const optionRows = (options: Options): [typed: string, description: string][] =>
  Object.entries(options).map(([name, option]) => {
    const short = option.short === undefined ? '' : `-${option.short}, `;
    if (option.kind === 'toggle') return [`${short}${typedName(name).replace('--', '--[no-]')}`, option.description];
    const typed = `${short}${typedName(name)}`;
    if (option.kind === 'flag') return [typed, option.description];
    if (typed.length + option.value.length <= WIDEST) return [`${typed} ${option.value}`, option.description];
    const values = option.value.replaceAll(/[<>[\]]/g, '').split('|');
    return [`${typed} <value>`, `${option.description} One of: ${values.join(', ')}.`];
  });

const section = (title: string, text: string): string => (text.trim() === '' ? '' : `\n${title}\n${text}`);

/** The width of the first column, beyond which the second begins on a line of its own. */
const LEFT = 26;
const WIDTH = 80;

const rows = (lines: readonly (readonly string[])[]): string => {
  const left = Math.min(LEFT, Math.max(0, ...lines.map(([head = '']) => head.length)));
  return lines
    .map(([head = '', text = '']) => {
      const body = wrapped(text, left + 4);
      return head.length > left ? `  ${head}\n${body}` : `  ${head.padEnd(left)}  ${body.trimStart()}`;
    })
    .join('');
};

/** The text in lines of at most 80 columns, each indented. */
function wrapped(text: string, indent: number): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/).filter((each) => each !== '')) {
    if (line !== '' && indent + line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = '';
    }
    line = line === '' ? word : `${line} ${word}`;
  }
  if (line !== '') lines.push(line);
  return lines.map((each) => `${' '.repeat(indent)}${each}\n`).join('');
}
