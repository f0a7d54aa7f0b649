import type { ImageRendering, VisibleResultParts } from '@assay/contract/areas/clients/open-settings';
import type { ResultImage } from './message.ts';

interface Part {
  type?: unknown;
  text?: unknown;
  mimeType?: unknown;
  data?: unknown;
  uri?: unknown;
  resource?: { uri?: unknown; text?: unknown; mimeType?: unknown };
}

/**
 * At most this much of one tool result goes into a conversation, in characters; the transcript's call has the whole
 * result.
 */
const MAX_TEXT = 64_000;
/** At most this large is an image that is handed to a model, in characters of base64; providers refuse larger ones. */
const MAX_IMAGE = 5_000_000;

/** Which setting shows a part of this type. */
const SETTING_OF = new Map<unknown, keyof VisibleResultParts>([
  ['text', 'text'],
  ['image', 'images'],
  ['audio', 'audio'],
  ['resource', 'resources'],
  ['resource_link', 'resourceLinks'],
]);

/**
 * The text that a model sees of a tool result: its texts, else its structured content, without the parts that its client
 * hides. Content that is not text is named.
 */
export function toolText(
  { content, structuredContent }: Record<string, unknown>,
  shown: VisibleResultParts = {},
  images: readonly ResultImage[] = [],
): string {
  const parts = visibleParts(content, shown);
  const isText = parts.some((part) => part?.type === 'text' && part.text !== '');
  const showsStructured = shown.structuredContent ?? !isText;
  const structured = showsStructured && structuredContent !== undefined ? [JSON.stringify(structuredContent)] : [];
  const attached = new Set(images.map(({ data }) => data));
  const all = [...structured, ...parts.flatMap((part) => partText(part, attached))].join('\n');
  return clipText(all === '' ? '(The tool answered with nothing.)' : all, MAX_TEXT);
}

/** The images of a tool result that a client hands to the model. Very large ones stay out. */
export function resultImages(
  { content }: Record<string, unknown>,
  shown: VisibleResultParts = {},
  { mode }: ImageRendering = {},
): ResultImage[] {
  if (mode !== 'attach') return [];
  return visibleParts(content, shown).flatMap((part) => {
    const { type, data, mimeType } = part ?? {};
    const isImage = type === 'image' && typeof data === 'string' && typeof mimeType === 'string';
    return isImage && data.length <= MAX_IMAGE ? [{ data, mediaType: mimeType }] : [];
  });
}

const visibleParts = (content: unknown, shown: VisibleResultParts): (Part | null)[] =>
  (Array.isArray(content) ? (content as (Part | null)[]) : []).filter((part) => {
    const setting = SETTING_OF.get(part?.type);
    return setting === undefined || shown[setting] !== false;
  });

/** The beginning of a text, and the number of missing characters. */
export function clipText(text: string, max: number): string {
  return text.length <= max
    ? text
    : `${text.slice(0, max).toWellFormed()}\n[cut: the first ${max} of ${text.length} characters]`;
}

function partText(part: Part | null, attached: ReadonlySet<unknown>): string[] {
  const { type, text, mimeType, data, uri, resource } = part ?? {};
  if (type === 'text') return typeof text === 'string' && text !== '' ? [text] : [];
  if (type === 'resource' && typeof resource?.text === 'string')
    return [`[resource ${named(resource.uri)}]\n${resource.text}`];
  if (type === 'resource') return [`[resource ${named(resource?.uri)}, ${named(resource?.mimeType)}, not shown]`];
  if (type === 'resource_link') return [`[link to the resource ${named(uri)}]`];
  const size = typeof data === 'string' ? `, ${Math.floor((data.length * 3) / 4)} bytes` : '';
  return [`[${named(type)}, ${named(mimeType)}${size}, ${attached.has(data) ? 'attached' : 'not shown'}]`];
}

const named = (value: unknown) => (typeof value === 'string' ? value : 'unknown');
