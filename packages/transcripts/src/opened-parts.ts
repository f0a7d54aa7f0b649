import type { TraceChunk } from '@assay/contract/areas/transcripts/trace';
import { decompress } from '@assay/kit/compress';
import type { PartBody } from './trace-parts.ts';

/** How much of one trace is read at once, in bytes of JSON: several times what a runner records. Later parts are shown as cut. */
const MAX_BYTES = 32 * 1024 * 1024;
const CUT = Buffer.from('{"spans":[],"wire":[],"cut":true}');

/** The parts of one trace as JSON, one after the other; a part that cannot be opened is shown as cut. */
async function openTexts(bodies: readonly Buffer[]): Promise<Buffer[]> {
  const texts: Buffer[] = [];
  let room = MAX_BYTES;
  for (const body of bodies) {
    const text = room > 0 ? await decompress(body, room).catch(() => undefined) : undefined;
    room -= text?.length ?? 0;
    texts.push(text ?? CUT);
  }
  return texts;
}

/** The parts of one trace. */
export async function openChunks(bodies: readonly Buffer[]): Promise<TraceChunk[]> {
  return (await openTexts(bodies)).map((text) => JSON.parse(text.toString()) as TraceChunk);
}

/** A page of parts as JSON: their bytes as they were stored, each after its number, without being parsed. */
export async function pageOfParts(parts: readonly PartBody[], nextCursor: string | undefined): Promise<Buffer> {
  const texts = await openTexts(parts.map(({ body }) => body));
  const items = texts.flatMap((text, i) => [
    Buffer.from(`${i > 0 ? ',' : ''}{"index":${parts[i]!.part},`),
    text.subarray(1),
  ]);
  const end = nextCursor === undefined ? ']}' : `],"nextCursor":${JSON.stringify(nextCursor)}}`;
  return Buffer.concat([Buffer.from('{"items":['), ...items, Buffer.from(end)]);
}
