import { parse } from '@babel/parser';

/** Sources of tests: their strings are values that tests pass on, foreign or wrong on purpose. */
const TEST = /\.(?:test|shared|slow)\.tsx?$|(?:^|\/)test\/|^packages\/testkit\//;
const TITLED = new Set(['test', 'it', 'describe']);
const STRINGS = new Set(['StringLiteral', 'TemplateElement', 'RegExpLiteral', 'JSXText']);

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

/**
 * The text of a file that is prose or a name: all of it, or of a test everything but its strings. The titles of tests are
 * kept, also the ones that a table of cases fills in for the first `%s`. Lines keep their numbers.
 */
export function readableText(path: string, text: string): string {
  if (!/\.tsx?$/.test(path) || !TEST.test(path)) return text;
  const { program } = parse(text, {
    sourceType: 'module',
    plugins: ['typescript', ...(path.endsWith('x') ? ['jsx' as const] : [])],
  });
  const titles = new Set<unknown>();
  let readable = '';
  let at = 0;
  for (const node of nodesOf(program as unknown as Node)) {
    for (const title of titlesOf(node)) titles.add(title);
    if (!STRINGS.has(node.type) || titles.has(node) || node.start < at) continue;
    readable += text.slice(at, node.start) + text.slice(node.start, node.end).replace(/[^\n]/g, ' ');
    at = node.end;
  }
  return readable + text.slice(at);
}

/** The strings that are titles in a call of `test`, `describe` or `test.each(…)`. */
function* titlesOf(node: Node): Generator {
  if (node.type !== 'CallExpression') return;
  const [title] = node.arguments as Node[];
  const { name, table } = calledBy(node.callee as Node);
  if (!title || !TITLED.has(name)) return;
  yield* title.type === 'TemplateLiteral' ? (title.quasis as Node[]) : [title];
  if (!table || typeof title.value !== 'string' || !title.value.includes('%s')) return;
  for (const row of table) yield row?.type === 'ArrayExpression' ? (row.elements as Node[])[0] : row;
}

/** The function that a call begins with, `test` of `test.each([…])('…')`, and the rows of its table. */
function calledBy(callee: Node): { name: string; table?: (Node | null)[] } {
  if (callee.type === 'Identifier') return { name: callee.name as string };
  if (callee.type === 'MemberExpression') return calledBy(callee.object as Node);
  if (callee.type !== 'CallExpression') return { name: '' };
  const [rows] = callee.arguments as Node[];
  const { name } = calledBy(callee.callee as Node);
  return rows?.type === 'ArrayExpression' ? { name, table: rows.elements as (Node | null)[] } : { name };
}

/** The nodes of a tree in the order of the source. */
function* nodesOf(node: Node): Generator<Node> {
  yield node;
  const children = Object.values(node)
    .flat()
    .filter((value): value is Node => typeof (value as Node | null)?.type === 'string' && 'start' in (value as Node));
  for (const child of children.toSorted((a, b) => a.start - b.start)) yield* nodesOf(child);
}
