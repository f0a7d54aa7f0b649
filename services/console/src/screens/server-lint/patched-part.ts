import type { LintRewrite } from '@assay/sdk';

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const keysOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));

/** The value at a JSON Pointer; undefined when there is none. */
export function valueAt(document: unknown, pointer: string): unknown {
  let value = document;
  for (const key of keysOf(pointer)) {
    if (Array.isArray(value)) value = value[Number(key)];
    else if (isObject(value) && Object.hasOwn(value, key)) value = value[key];
    else return undefined;
  }
  return value;
}

/** A copy of a document with a JSON Patch applied; its parents exist. */
export function patched(document: Json, patch: LintRewrite['patch']): Json {
  const copy = structuredClone(document);
  for (const { op, path, value } of patch) {
    const keys = keysOf(path);
    const parent = keys.slice(0, -1).reduce<unknown>((at, key) => (at as Json | undefined)?.[key], copy) as
      | Json
      | undefined;
    if (!parent) continue;
    if (op === 'remove') delete parent[keys.at(-1)!];
    else parent[keys.at(-1)!] = value;
  }
  return copy;
}

/** The members of an item that are shown around a change of the item itself. */
const SHORT = ['name', 'uri', 'uriTemplate', 'title', 'description', 'annotations'];

/** The object around a change as text, before and after it. */
export function changeOf(document: Json, { patch }: Pick<LintRewrite, 'patch'>): { before: string; after: string } {
  const path = patch[0]?.path ?? '';
  const around = path.slice(0, path.lastIndexOf('/'));
  const after = patched(document, patch);
  return { before: partAt(document, around, path), after: partAt(after, around, path) };
}

function partAt(document: Json, pointer: string, changed: string): string {
  const value = valueAt(document, pointer);
  if (pointer === '') {
    const key = keysOf(changed)[0]!;
    const shown = Object.fromEntries(
      Object.entries(document).filter(([name]) => SHORT.includes(name) || (name === key && key !== 'inputSchema')),
    );
    return JSON.stringify(shown, null, 2);
  }
  return `${JSON.stringify(keysOf(pointer).at(-1))}: ${JSON.stringify(value, null, 2)}`;
}
