import type { TraceChunk } from '@assay/contract/documents/trace';

/**
 * Puts a trace together from JSON texts: the transcript's fields come first and are never re-parsed, because a tool result
 * in it may be large.
 */
export function assembleTrace(iterationId: string, transcript: string | undefined, chunks: TraceChunk[]): Buffer {
  const spans = chunks.flatMap((chunk) => chunk.spans).sort((a, b) => a.startMs - b.startMs);
  const wire = chunks.flatMap((chunk) => chunk.wire).sort((a, b) => a.atMs - b.atMs);
  const traceId = chunks.find((chunk) => chunk.traceId !== undefined)?.traceId;
  const head = JSON.stringify({ iterationId, traceId });
  const evidence = transcript ?? '{"messages":[],"steps":[],"toolCalls":[]}';
  return Buffer.from(`${head.slice(0, -1)},${evidence.slice(1, -1)},"spans":${JSON.stringify(spans)},"wire":${JSON.stringify(wire)}}`);
}
