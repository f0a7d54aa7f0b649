import type { ResourceContentFact } from '@assay/sdk/gen/documents';
import { Code, JsonCode } from '../../components/code/code.tsx';
import { ForeignImage } from '../../components/foreign/foreign-image.tsx';

/** A part of a resource as the server wrote it. */
export interface ContentPart {
  uri?: unknown;
  mimeType?: unknown;
  text?: unknown;
  blob?: unknown;
}

/** The parts of what was read. */
export function partsOf(result: unknown): readonly ContentPart[] {
  const contents = (result as { contents?: unknown } | undefined)?.contents;
  return Array.isArray(contents) ? contents.filter((part) => typeof part === 'object' && part !== null) : [];
}

/** The texts of what was read, one after the other. */
export const textsOf = (result: unknown): string =>
  partsOf(result)
    .flatMap(({ text }) => (typeof text === 'string' ? text : []))
    .join('\n');

const asJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

/**
 * A part of a resource: a text as it is, HTML too; a picture after a click; the first bytes and the hash of anything
 * else.
 */
export function PartView({
  part,
  fact,
  isNumbered = false,
}: {
  part: ContentPart;
  fact: ResourceContentFact | undefined;
  isNumbered?: boolean;
}) {
  const { text, blob, mimeType } = part;
  const type = typeof mimeType === 'string' ? mimeType : '';
  if (typeof text === 'string') {
    const parsed = /\bjson\b/.test(type) ? asJson(text) : undefined;
    return parsed === undefined ? (
      <Code text={text} label="The content" isNumbered={isNumbered} />
    ) : (
      <JsonCode value={parsed} label="The content" isNumbered={isNumbered} />
    );
  }
  if (typeof blob === 'string' && type.startsWith('image/') && !type.includes('svg'))
    return <ForeignImage base64={blob} mimeType={type} />;
  if (typeof blob === 'string' && fact) return <HexView fact={fact} />;
  return <JsonCode value={part} label="The part" />;
}

/** The first bytes of binary content in lines of eight, and its hash. */
const HexView = ({ fact: { head = '', sha256 } }: { fact: ResourceContentFact }) => (
  <pre className="code hex" tabIndex={0} role="region" aria-label="The first bytes">
    {(head.match(/.{1,16}/g) ?? []).slice(0, 4).map((line, index) => (
      <span key={index}>
        <span className="p">{(index * 8).toString(16).padStart(4, '0')}</span> {hexLine(line)}
        {'\n'}
      </span>
    ))}
    <span className="p">…</span> sha256 {sha256.slice(0, 6)}…{sha256.slice(-6)}
  </pre>
);

function hexLine(line: string): string {
  const bytes = (line.match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16));
  const readable = bytes.map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.')).join('');
  return `${(line.match(/../g) ?? []).join(' ').padEnd(23)}  ${readable}`;
}
