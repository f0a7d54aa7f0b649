import type { TracePartContent, TraceSpan, WireEntry } from '@assay/contract/areas/transcripts/trace';

/** A trace put together from its parts. */
export interface AssembledTrace {
  spans: TraceSpan[];
  wire: WireEntry[];
  cut?: true;
}

/** Puts the parts of a trace together, in the order of time. Some may have been sent late. */
export const assembleTrace = (contents: readonly TracePartContent[]): AssembledTrace => ({
  spans: contents.flatMap(({ spans }) => spans).sort((a, b) => a.startMs - b.startMs),
  wire: contents.flatMap(({ wire }) => wire).sort((a, b) => a.atMs - b.atMs),
  ...(contents.some(({ cut }) => cut) && { cut: true }),
});
