import { isObject } from '@assay/contract/json';
import type { TracePartContent } from '@assay/contract/areas/transcripts/trace';
import { gzipPiece, joinListedPieces } from '@assay/kit/gzip-pieces';
import { assembleTrace } from './assemble-trace.ts';
import { clipEntry, MAX_MESSAGE_BYTES } from './clip.ts';
import { maskedJson } from './mask.ts';
import { textOfPart } from './sent-part.ts';

/** A part as it is stored: masked and compressed. Only this file makes one. */
export interface StoredPart {
  traceId: string | null;
  /** Gzip of `{"spans":[…],"wire":[…]}`, with `"cut":true` where the part was too large. Its spans are a piece of their own. */
  body: Buffer;
}

/** The largest part that is stored, in bytes as it was sent: twice what a runner records of the messages of a whole iteration. */
const MAX_PART = 16 * 1024 * 1024;
/** The same, in bytes of JSON. */
const MAX_TEXT = 32 * 1024 * 1024;

const CUT: TracePartContent = { spans: [], wire: [], cut: true };

const [BEGIN, END] = [await gzipPiece('{'), await gzipPiece('}')];

/**
 * A part that a runner sent, JSON or gzipped JSON, as it is stored. A part that is too large or cannot be read is stored as
 * cut.
 */
export async function storedPart(sent: Uint8Array): Promise<StoredPart> {
  return storedContent((await contentIn(sent)) ?? CUT);
}

/**
 * A part of a trace as it is stored: in the order of time, and with its spans and its other fields as pieces of their
 * own, so that a reply has them without inflating them, and spans are read without the messages.
 */
export async function storedContent({ traceId, ...content }: TracePartContent): Promise<StoredPart> {
  const { spans, ...others } = assembleTrace([content]);
  const texts = [`${maskedJson({ spans }).slice(1, -1)},`, maskedJson(others).slice(1, -1)];
  return {
    traceId: typeof traceId === 'string' ? traceId : null,
    body: joinListedPieces([BEGIN, ...(await Promise.all(texts.map(gzipPiece))), END]),
  };
}

async function contentIn(sent: Uint8Array): Promise<TracePartContent | undefined> {
  if (sent.length > MAX_PART) return undefined;
  try {
    const text = await textOfPart(sent, MAX_TEXT);
    const content: unknown = JSON.parse(text.toString());
    if (!isTracePartContent(content)) return undefined;
    // No message is longer than the text that it is part of.
    return text.length > MAX_MESSAGE_BYTES ? { ...content, wire: content.wire.map(clipEntry) } : content;
  } catch {
    return undefined;
  }
}

const isTracePartContent = (value: unknown): value is TracePartContent =>
  isObject(value) && areObjects(value['spans']) && areObjects(value['wire']);

const areObjects = (value: unknown): boolean => Array.isArray(value) && value.every(isObject);
