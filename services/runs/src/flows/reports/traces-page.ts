import type { Transcript } from '@assay/contract/areas/transcripts/documents';
import type { Db } from '@assay/kit/postgres/db';
import type { TraceContent } from '../../domain/reports/otlp-content.ts';
import { iterationSpans } from '../../domain/reports/iteration-spans.ts';
import { otlpAttributes } from '../../domain/reports/otlp-wire.ts';
import type { Run } from '../../domain/eval-runs/run.ts';
import { listTraced, type StoredTraced } from '../../store/reports/traced-iterations.ts';
import { openChunks } from '@assay/transcripts/opened-parts';
import { unzipJson } from '@assay/transcripts/gzip';

/** The first span of a page: the iteration's position, and the number of its spans on earlier pages. */
export interface TracesPlace {
  position: number;
  told: number;
}

/** A page of a run's traces as OTLP/JSON; `next` is the start of the next page, absent on the last one. */
export interface TracesPage {
  body: string;
  isEmpty: boolean;
  next: TracesPlace | undefined;
}

/** Limits of a page: iterations, gzipped bytes of traces that are read, and bytes of JSON after which it is full. */
const [ITERATIONS, READ_BYTES, FULL_BYTES] = [50, 4 * 1024 * 1024, 2 * 1024 * 1024];

/**
 * Reads the traces of ended iterations in pages that every collector accepts: few gzipped bytes can become many spans.
 */
export async function tracesPage(
  db: Db,
  run: Run,
  from: TracesPlace,
  content: TraceContent,
  limit = ITERATIONS,
): Promise<TracesPage> {
  const page = await listTraced(db, run.id, from.position, limit, READ_BYTES, content === 'full');
  const serverNames = new Map(run.spec.servers.map(({ id, name }) => [id, name]));
  const spans: string[] = [];
  let room = FULL_BYTES;
  for (const stored of page) {
    const { position } = stored;
    let told = position === from.position ? from.told : 0;
    for (const span of iterationSpans(await opened(stored), serverNames, content).slice(told)) {
      if (room <= 0) return pageOf(run, spans, { position, told });
      const written = JSON.stringify(span);
      spans.push(written);
      room -= Buffer.byteLength(written);
      told++;
    }
  }
  const end = page.at(-1);
  return pageOf(
    run,
    spans,
    end && end.position < end.lastPosition ? { position: end.position + 1, told: 0 } : undefined,
  );
}

function pageOf(run: Run, spans: string[], next: TracesPlace | undefined): TracesPage {
  const isEmpty = spans.length === 0;
  const told = `{"resource":${JSON.stringify(resourceOf(run))},"scopeSpans":[{"scope":{"name":"assay"},"spans":[${spans.join(',')}]}]}`;
  return { body: `{"resourceSpans":[${isEmpty ? '' : told}]}`, isEmpty, next };
}

async function opened({ parts, transcript, ...iteration }: StoredTraced) {
  return {
    ...iteration,
    transcript: transcript ? await unzipJson<Transcript>(transcript) : undefined,
    chunks: await openChunks(parts),
  };
}

const resourceOf = ({ id, projectId, suiteId, runNumber }: Run) => ({
  attributes: otlpAttributes({
    'service.name': 'assay',
    'assay.project.id': projectId,
    'assay.suite.id': suiteId,
    'assay.run.id': id,
    'assay.run.number': runNumber,
  }),
});
