import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { TraceChunk } from '@assay/contract/areas/transcripts/trace';

/** How much the parts of a trace come to, in bytes, before the next ones are left out: several times what a runner records. */
const MAX_BYTES = 32 * 1024 * 1024;
const CUT: TraceChunk = { spans: [], wire: [], cut: true };

const unzip = promisify(gunzip);

/** Reads parts of one trace, gzipped JSON, one after the other. What a runner sent is only believed so far: what is too large or no part is shown as cut. */
export async function openChunks(parts: Buffer[]): Promise<TraceChunk[]> {
  const chunks: TraceChunk[] = [];
  let room = MAX_BYTES;
  for (const part of parts) {
    const text = room > 0 ? await unzip(part, { maxOutputLength: room }).catch(() => undefined) : undefined;
    room -= text?.length ?? 0;
    chunks.push(text ? chunkIn(text) : CUT);
  }
  return chunks;
}

function chunkIn(text: Buffer): TraceChunk {
  try {
    const chunk = JSON.parse(text.toString()) as TraceChunk;
    return Array.isArray(chunk.spans) && Array.isArray(chunk.wire) ? chunk : CUT;
  } catch {
    return CUT;
  }
}
