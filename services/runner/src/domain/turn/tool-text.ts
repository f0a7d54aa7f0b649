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

/**
 * The text that a model sees of a tool result: its texts, else its structured content. Content that is not text is
 * named.
 */
export function toolText({ content, structuredContent }: Record<string, unknown>): string {
  const parts = Array.isArray(content) ? (content as (Part | null)[]) : [];
  const isText = parts.some((part) => part?.type === 'text' && part.text !== '');
  const structured = !isText && structuredContent !== undefined ? [JSON.stringify(structuredContent)] : [];
  const all = [...structured, ...parts.flatMap(partText)].join('\n');
  return clipText(all === '' ? '(The tool answered with nothing.)' : all, MAX_TEXT);
}

/** The beginning of a text, and the number of missing characters. */
export function clipText(text: string, max: number): string {
  return text.length <= max
    ? text
    : `${text.slice(0, max).toWellFormed()}\n[cut: the first ${max} of ${text.length} characters]`;
}

function partText(part: Part | null): string[] {
  const { type, text, mimeType, data, uri, resource } = part ?? {};
  if (type === 'text') return typeof text === 'string' && text !== '' ? [text] : [];
  if (type === 'resource' && typeof resource?.text === 'string')
    return [`[resource ${named(resource.uri)}]\n${resource.text}`];
  if (type === 'resource') return [`[resource ${named(resource?.uri)}, ${named(resource?.mimeType)}, not shown]`];
  if (type === 'resource_link') return [`[link to the resource ${named(uri)}]`];
  const size = typeof data === 'string' ? `, ${Math.floor((data.length * 3) / 4)} bytes` : '';
  return [`[${named(type)}, ${named(mimeType)}${size}, not shown]`];
}

const named = (value: unknown) => (typeof value === 'string' ? value : 'unknown');
