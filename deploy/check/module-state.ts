import { readFileSync } from 'node:fs';
import { parse } from '@babel/parser';
import { sourceFiles } from './source-files.ts';

/*
 * Pure code has no module state that it writes to: two callers, perhaps of two organizations, would share it. Caches of
 * results are allowed where a library bounds them: a WeakMap by object, or an LRUCache by content.
 */

const PURE = [
  'packages/grading/src',
  'packages/launching/src',
  'packages/inspect/src',
  'packages/surface/src',
  'packages/suite-file/src',
  'packages/plugin-bundle/src',
  'services/*/src/domain/*',
];

const CACHES = new Set(['WeakMap', 'WeakSet', 'LRUCache']);
/** Methods that change a map, a set or a list. */
const WRITING = new Set('set add delete clear push pop shift unshift splice sort reverse fill copyWithin'.split(' '));

interface Node {
  type: string;
  loc: { start: { line: number } };
  [key: string]: unknown;
}

/** A place where a module changes a variable of its own top level. */
export interface StateFault {
  line: number;
  name: string;
  message: string;
}

/** The module state of a TypeScript source that the source writes to. */
export function moduleStateIn(source: string): StateFault[] {
  const { program } = parse(source, { sourceType: 'module', plugins: ['typescript'] });
  const faults: StateFault[] = [];
  const kept = new Set<string>();
  for (const { declaration, name } of topLevelVariables(program.body as unknown as Node[])) {
    if (declaration.kind === 'const') kept.add(name);
    else faults.push({ line: declaration.loc.start.line, name, message: 'a module variable may not be assigned' });
  }
  for (const node of nodesOf(program as unknown as Node)) {
    const name = writtenBy(node);
    if (name !== undefined && kept.has(name))
      faults.push({ line: node.loc.start.line, name, message: 'a module constant may not be written to' });
  }
  return faults;
}

/** Variables that are no cache, each with its declaration. */
function* topLevelVariables(body: Node[]): Generator<{ declaration: Node; name: string }> {
  for (const statement of body) {
    const declaration = statement.type === 'ExportNamedDeclaration' ? (statement.declaration as Node) : statement;
    if (declaration?.type !== 'VariableDeclaration') continue;
    for (const { id, init } of declaration.declarations as { id: Node; init: Node | null }[])
      if (id.type === 'Identifier' && !isCache(init)) yield { declaration, name: id.name as string };
  }
}

const isCache = (init: Node | null): boolean =>
  init?.type === 'NewExpression' && CACHES.has(nameOf(init.callee as Node) ?? '');

/** The variable whose content a node changes: by a call as `set` or `push`, an assignment to a member, or `delete`. */
function writtenBy(node: Node): string | undefined {
  if (node.type === 'CallExpression') {
    const callee = node.callee as Node;
    return WRITING.has(nameOf(callee.property as Node) ?? '') ? ownerOf(callee) : undefined;
  }
  if (node.type === 'AssignmentExpression') return ownerOf(node.left as Node);
  if (node.type === 'UpdateExpression') return ownerOf(node.argument as Node);
  return node.type === 'UnaryExpression' && node.operator === 'delete' ? ownerOf(node.argument as Node) : undefined;
}

/** The variable that a member is of: `known` of `known.a[0]`. */
function ownerOf(node: Node): string | undefined {
  let owner: Node | undefined;
  for (let at = node; at.type === 'MemberExpression'; at = at.object as Node) owner = at.object as Node;
  return nameOf(owner);
}

const nameOf = (node: Node | undefined): string | undefined =>
  node?.type === 'Identifier' ? (node.name as string) : undefined;

function* nodesOf(node: Node): Generator<Node> {
  yield node;
  for (const value of Object.values(node))
    for (const child of [value].flat())
      if (typeof (child as Node | null)?.type === 'string') yield* nodesOf(child as Node);
}

if (import.meta.main) {
  for (const file of sourceFiles(PURE).filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts')))
    for (const { line, name, message } of moduleStateIn(readFileSync(file, 'utf8'))) {
      console.log(`${file}:${line}: ${name}: ${message}; pass the value in`);
      process.exitCode = 1;
    }
}
