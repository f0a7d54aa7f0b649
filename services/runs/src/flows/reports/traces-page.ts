import type { Db } from '@assay/kit/postgres/db';
import type { TraceContent } from '../../domain/reports/otlp-content.ts';
import { otlpAttributes } from '../../domain/reports/otlp-wire.ts';
import type { Run } from '../../domain/eval-runs/run.ts';
import { listTraced } from '../../store/reports/traced-iterations.ts';
import { writeLargeTraces } from './write-large-traces.ts';
import type { TracesPlace } from './write-traces.ts';

/** A page of a run's traces as OTLP/JSON; `next` is the start of the next page, absent on the last one. */
export interface TracesPage {
  body: string;
  isEmpty: boolean;
  next: TracesPlace | undefined;
}

/** Limits of a page: iterations, and gzipped bytes of traces that are read. */
const [ITERATIONS, READ_BYTES] = [50, 4 * 1024 * 1024];

/** Reads the traces of ended iterations in pages that every collector accepts. */
export async function tracesPage(
  db: Db,
  run: Run,
  from: TracesPlace,
  content: TraceContent,
  limit = ITERATIONS,
): Promise<TracesPage> {
  const page = await listTraced(db, run.id, from.position, limit, READ_BYTES, content === 'full');
  const serverNames = new Map(run.spec.servers.map(({ id, name }) => [id, name]));
  const { spans, next } = await writeLargeTraces({ page, serverNames, from, content });
  const isEmpty = spans === '';
  const told = `{"resource":${JSON.stringify(resourceOf(run))},"scopeSpans":[{"scope":{"name":"assay"},"spans":[${spans}]}]}`;
  return { body: `{"resourceSpans":[${isEmpty ? '' : told}]}`, isEmpty, next };
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
