import type { TraceChunk } from '@assay/contract/documents/trace';
import type { Transcript } from '@assay/contract/documents/transcript';
import type { Db } from '@assay/kit/db';
import type { Content } from './domain/otlp/content.ts';
import { iterationSpans } from './domain/otlp/iteration-spans.ts';
import { attributes } from './domain/otlp/wire.ts';
import type { Run } from './domain/run.ts';
import { unzipped } from './recording.ts';
import { listTraced, type StoredTraced } from './store/traced-iterations.ts';

/** A page of a run's traces as OTLP/JSON; `next` is the position to go on after, absent on the last page. */
export interface TracesPage { body: { resourceSpans: Record<string, unknown>[] }; next: number | undefined }

/** How many iterations, and how many gzipped bytes of their traces, are in a page. */
const [ITERATIONS, BYTES] = [50, 4 * 1024 * 1024];

/** Reads the traces of iterations that are over, in pages that no collector is too small for. */
export async function tracesPage(db: Db, run: Run, after: number, content: Content): Promise<TracesPage> {
  const page = await listTraced(db, run.id, after, ITERATIONS, BYTES, content === 'full');
  const end = page.at(-1);
  const serverNames = new Map(run.servers.map(({ id, name }) => [id, name]));
  const spans = await Promise.all(page.map(async (stored) => iterationSpans(await opened(stored), serverNames, content)));
  return {
    body: { resourceSpans: !end ? [] : [{ resource: resourceOf(run), scopeSpans: [{ scope: { name: 'assay' }, spans: spans.flat() }] }] },
    next: end && end.position < end.lastPosition ? end.position : undefined,
  };
}

async function opened({ parts, transcript, ...iteration }: StoredTraced) {
  return {
    ...iteration, transcript: transcript ? await unzipped<Transcript>(transcript) : undefined,
    chunks: await Promise.all(parts.map((part) => unzipped<TraceChunk>(part))),
  };
}

const resourceOf = ({ id, projectId, suiteId, runNumber }: Run) => ({
  attributes: attributes({ 'service.name': 'assay', 'assay.project.id': projectId, 'assay.suite.id': suiteId, 'assay.run.id': id, 'assay.run.number': runNumber }),
});
