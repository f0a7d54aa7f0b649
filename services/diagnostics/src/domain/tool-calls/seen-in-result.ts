import { isObject, jsonObject } from '@assay/contract/json';
import { given } from '@assay/contract/given';

/** A resource that a result links or embeds. */
export interface SeenLink {
  uri: string;
  name?: string;
  title?: string;
  mimeType?: string;
  size?: number;
}

/** A scalar of a result, with the name of its property and a text that stands beside it. */
export interface SeenProperty {
  name: string;
  value: string;
  label?: string;
}

/** The parts of a result that later requests can use. */
export interface SeenInResult {
  links: SeenLink[];
  properties: SeenProperty[];
}

const [MAX_LINKS, MAX_PROPERTIES, MAX_TEXT, MAX_DEPTH] = [100, 500, 200, 20];
const LABELS = ['title', 'name', 'subject', 'label', 'summary'];

/** Names of properties and arguments are equal when they differ only in case, `_` and `-`. */
export const plainName = (name: string): string => name.toLowerCase().replaceAll(/[_-]/g, '');

/** The links and the short values of a result of a tool; a text that is a JSON object counts as structured content. */
export function seenInResult({ content, structuredContent }: Record<string, unknown>): SeenInResult {
  const blocks = (Array.isArray(content) ? (content as unknown[]) : []).filter(isObject);
  const links = blocks.flatMap((block) => linkIn(block) ?? []).slice(0, MAX_LINKS);
  const documents =
    structuredContent === undefined
      ? blocks.flatMap(({ text }) => (typeof text === 'string' ? (jsonObject(text) ?? []) : []))
      : [structuredContent];
  const properties: SeenProperty[] = [];
  for (const document of documents) collect(document, properties, 0);
  return { links, properties };
}

function linkIn(block: Record<string, unknown>): SeenLink | undefined {
  const found =
    block['type'] === 'resource' ? block['resource'] : block['type'] === 'resource_link' ? block : undefined;
  if (!isObject(found) || typeof found['uri'] !== 'string') return undefined;
  const { uri, name, title, mimeType, size } = found;
  return {
    uri,
    ...given({ name: textOf(name), title: textOf(title), mimeType: textOf(mimeType) }),
    ...(typeof size === 'number' && { size }),
  };
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value.slice(0, MAX_TEXT) : undefined;

function collect(value: unknown, into: SeenProperty[], depth: number): void {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return;
  if (!Array.isArray(value)) addScalars(value as Record<string, unknown>, into);
  for (const each of Object.values(value)) if (into.length < MAX_PROPERTIES) collect(each, into, depth + 1);
}

function addScalars(object: Record<string, unknown>, into: SeenProperty[]): void {
  for (const [name, value] of Object.entries(object)) {
    const isShort = typeof value === 'string' && value !== '' && value.length <= MAX_TEXT;
    if (into.length >= MAX_PROPERTIES || !(isShort || Number.isSafeInteger(value))) continue;
    const label = LABELS.find((each) => each !== name && typeof object[each] === 'string');
    into.push({ name, value: String(value), ...(label && given({ label: textOf(object[label]) })) });
  }
}
