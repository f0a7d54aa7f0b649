import type { Transcript } from '@assay/contract/areas/transcripts/documents';
import { openContents } from '@assay/transcripts/opened-parts';
import { unzipJson } from '@assay/transcripts/gzip';
import type { TraceContent } from '../../domain/reports/otlp-content.ts';
import { iterationSpans } from '../../domain/reports/iteration-spans.ts';
import type { StoredTraced } from '../../store/reports/traced-iterations.ts';

/** The first span of a page: the iteration's position, and the number of its spans on earlier pages. */
export interface TracesPlace {
  position: number;
  told: number;
}

/** Stored iterations to write as spans, from a place on. */
export interface TracesToWrite {
  page: StoredTraced[];
  serverNames: ReadonlyMap<string, string>;
  from: TracesPlace;
  content: TraceContent;
}

/** Spans as JSON, one after the other with commas; `next` is the start of the next page, absent on the last one. */
export interface WrittenTraces {
  spans: string;
  next: TracesPlace | undefined;
}

/** Bytes of JSON after which a page is full: few gzipped bytes can become many spans. */
const FULL_BYTES = 2 * 1024 * 1024;

/** Opens the traces of stored iterations and writes their spans, until the page is full. */
export async function writeTraces({ page, serverNames, from, content }: TracesToWrite): Promise<WrittenTraces> {
  const spans: string[] = [];
  let room = FULL_BYTES;
  for (const stored of page) {
    const { position } = stored;
    let told = position === from.position ? from.told : 0;
    for (const span of iterationSpans(await opened(stored), serverNames, content).slice(told)) {
      if (room <= 0) return { spans: spans.join(','), next: { position, told } };
      const written = JSON.stringify(span);
      spans.push(written);
      room -= Buffer.byteLength(written);
      told++;
    }
  }
  const end = page.at(-1);
  const isLast = !end || end.position === end.lastPosition;
  return { spans: spans.join(','), next: isLast ? undefined : { position: end.position + 1, told: 0 } };
}

async function opened({ parts, transcript, ...iteration }: StoredTraced) {
  return {
    ...iteration,
    transcript: transcript ? await unzipJson<Transcript>(transcript) : undefined,
    contents: await openContents(parts),
  };
}
