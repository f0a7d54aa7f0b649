/** Something that a server holds, or that a result names. */
export interface HeldResource {
  /** The address, or the template of one. */
  uri: string;
  kind: 'listed' | 'template' | 'linked';
  name: string | undefined;
  mimeType: string | undefined;
}

/** A line of the tree: the head of a kind, a prefix of addresses, or one address. */
export type TreeLine =
  | { kind: 'head'; id: string; word: string; about: string }
  | { kind: 'prefix'; id: string; text: string; count: number; isFolded: boolean }
  | { kind: 'leaf'; id: string; text: string; isInside: boolean; resource: HeldResource };

/** From this many addresses on, large prefixes are folded until they are opened. */
const FOLDED_FROM = 200;
const LARGE_PREFIX = 20;

/** The part of an address up to its last `/`; undefined where nothing follows it. */
export function prefixOf(uri: string): string | undefined {
  const end = uri.replace(/\/$/, '').lastIndexOf('/');
  return end < 0 ? undefined : uri.slice(0, end + 1);
}

const heads: readonly (readonly [kind: HeldResource['kind'], word: string, about: (count: number) => string])[] = [
  ['listed', 'Resources', (count) => `${count} listed`],
  ['template', 'Templates', String],
  ['linked', 'Linked in results', (count) => `${count}, not listed`],
];

/**
 * The lines of the tree by kind and prefix. `toggled` are the prefixes that the reader folded or opened; `words` are
 * looked for in address, name and type, and open all. `isPart`: the list of the server has further pages.
 */
export function treeOf(
  resources: readonly HeldResource[],
  words: string,
  toggled: ReadonlySet<string>,
  isPart = false,
): readonly TreeLine[] {
  const query = words.trim().toLowerCase();
  const found = resources.filter(({ uri, name = '', mimeType = '' }) =>
    `${uri} ${name} ${mimeType}`.toLowerCase().includes(query),
  );
  return heads.flatMap(([kind, word, about]): TreeLine[] => {
    const own = found.filter((each) => each.kind === kind);
    if (own.length === 0) return [];
    const isLong = query === '' && own.length >= FOLDED_FROM;
    const groups = kind === 'template' ? new Map([[undefined, own]]) : Map.groupBy(own, ({ uri }) => prefixOf(uri));
    return [
      { kind: 'head', id: kind, word, about: `${about(own.length)}${isPart && kind === 'listed' ? ' so far' : ''}` },
      ...[...groups].flatMap(([prefix, members]) => linesOf(kind, prefix, members, isLong, toggled)),
    ];
  });
}

function linesOf(
  kind: HeldResource['kind'],
  prefix: string | undefined,
  members: readonly HeldResource[],
  isLong: boolean,
  toggled: ReadonlySet<string>,
): TreeLine[] {
  const leaves = (from: number): TreeLine[] =>
    members.map((resource) => ({
      kind: 'leaf',
      id: `${kind} ${resource.uri}`,
      text: resource.uri.slice(from),
      isInside: from > 0,
      resource,
    }));
  if (prefix === undefined) return leaves(0);
  const id = `${kind} ${prefix}*`;
  const isFolded = (isLong && members.length > LARGE_PREFIX) !== toggled.has(id);
  return [
    { kind: 'prefix', id, text: prefix, count: members.length, isFolded },
    ...(isFolded ? [] : leaves(prefix.length)),
  ];
}

/** A MIME type in a word: `markdown` of `text/markdown`. */
export const typeWord = (mimeType: string | undefined): string =>
  mimeType === undefined ? '' : (/^[^/]+\/(?:x-|vnd\.)?([^;+]+)/.exec(mimeType)?.[1] ?? mimeType);
