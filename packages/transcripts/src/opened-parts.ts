import type { TracePartContent, TraceSpan } from '@assay/contract/areas/transcripts/trace';
import { decompress } from '@assay/kit/compress';
import { gzipPiece, inflatePieces, listPieces, type GzipPiece } from '@assay/kit/gzip-pieces';
import { assembleTrace } from './assemble-trace.ts';
import type { PartBody } from './trace-parts.ts';

/** How much of one trace is read at once, in bytes of JSON: several times what a runner records. Later parts are shown as cut. */
const MAX_BYTES = 32 * 1024 * 1024;
const CUT = '{"spans":[],"wire":[],"cut":true}';

/** The parts of one trace. A part that cannot be opened is shown as cut. */
export async function openContents(bodies: readonly Buffer[]): Promise<TracePartContent[]> {
  const contents: TracePartContent[] = [];
  let room = MAX_BYTES;
  for (const body of bodies) {
    const text = await openText(body, room);
    room -= text.length;
    contents.push(JSON.parse(text.toString()) as TracePartContent);
  }
  return contents;
}

const openText = async (body: Buffer, room: number): Promise<Buffer | string> =>
  room > 0 ? decompress(body, room).catch(() => CUT) : CUT;

/** The fields of each part as they were stored, without the braces around them. */
async function openFields(bodies: readonly Buffer[]): Promise<GzipPiece[][]> {
  const opened: GzipPiece[][] = [];
  let room = MAX_BYTES;
  for (const body of bodies) {
    const stored = listPieces(body)?.slice(1, -1);
    const fields =
      stored && lengthOf(stored) <= room
        ? stored
        : [await gzipPiece((stored ? CUT : await openText(body, room)).toString().slice(1, -1))];
    room -= lengthOf(fields);
    opened.push(fields);
  }
  return opened;
}

const lengthOf = (pieces: readonly GzipPiece[]): number => pieces.reduce((sum, { length }) => sum + length, 0);

/** The spans of a trace in the order of time; its messages are not inflated. A part that cannot be opened has none. */
export async function openSpans(bodies: readonly Buffer[]): Promise<TraceSpan[]> {
  const spans: TraceSpan[] = [];
  let room = MAX_BYTES;
  for (const body of bodies) {
    const stored = listPieces(body)?.[1];
    if (!stored || stored.length > room) continue;
    room -= stored.length;
    const text = await inflatePieces([stored]).catch(() => undefined);
    if (text) spans.push(...(JSON.parse(`{${text.toString().slice(0, -1)}}`) as { spans: TraceSpan[] }).spans);
  }
  return spans.sort((a, b) => a.startMs - b.startMs);
}

/** The fields of a whole trace: its spans and messages in the order of time. One part alone is not inflated. */
export async function fieldsOfTrace(bodies: readonly Buffer[]): Promise<GzipPiece[]> {
  if (bodies.length === 1) return (await openFields(bodies))[0]!;
  return [await gzipPiece(JSON.stringify(assembleTrace(await openContents(bodies))).slice(1, -1))];
}

/** A page of parts as JSON: their fields as they were stored, each after its number. */
export async function pageOfParts(parts: readonly PartBody[], nextCursor: string | undefined): Promise<GzipPiece[]> {
  const pieces: GzipPiece[] = [];
  let before = '{"items":[';
  for (const [i, fields] of (await openFields(parts.map(({ body }) => body))).entries()) {
    pieces.push(await gzipPiece(`${before}{"index":${parts[i]!.part},`), ...fields);
    before = '},';
  }
  const end = nextCursor === undefined ? ']}' : `],"nextCursor":${JSON.stringify(nextCursor)}}`;
  return [...pieces, await gzipPiece(`${parts.length > 0 ? '}' : before}${end}`)];
}
