import type { Transcript } from '@assay/contract/areas/transcripts/documents';
import type { Db } from '@assay/kit/postgres/db';
import type { Content } from '../../domain/reports/otlp-content.ts';
import { iterationSpans } from '../../domain/reports/iteration-spans.ts';
import { attributes } from '../../domain/reports/otlp-wire.ts';
import type { Run } from '../../domain/eval-runs/run.ts';
import { listTraced, type StoredTraced } from '../../store/reports/traced-iterations.ts';
import { openChunks } from '@assay/transcripts/opened-parts';
import { unzipped } from '@assay/transcripts/gzip';

/** Where in a run's traces a page begins: at an iteration, after so many of its spans. */
export interface TracesPlace {
  position: number;
  told: number;
}

/** A page of a run's traces as OTLP/JSON; `next` is where to go on, absent on the last page. */
export interface TracesPage {
  body: string;
  isEmpty: boolean;
  next: TracesPlace | undefined;
}

/** How many iterations, and how many gzipped bytes of their traces, are looked at for a page; and when it is full, in bytes. */
const [ITERATIONS, READ_BYTES, FULL_BYTES] = [50, 4 * 1024 * 1024, 2 * 1024 * 1024];

/** Reads the traces of iterations that are over, in pages that no collector is too small for: few gzipped bytes can become many spans. */
export async function tracesPage(db: Db, run: Run, from: TracesPlace, content: Content): Promise<TracesPage> {
  const page = await listTraced(db, run.id, from.position, ITERATIONS, READ_BYTES, content === 'full');
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
    transcript: transcript ? await unzipped<Transcript>(transcript) : undefined,
    chunks: await openChunks(parts),
  };
}

const resourceOf = ({ id, projectId, suiteId, runNumber }: Run) => ({
  attributes: attributes({
    'service.name': 'assay',
    'assay.project.id': projectId,
    'assay.suite.id': suiteId,
    'assay.run.id': id,
    'assay.run.number': runNumber,
  }),
});
