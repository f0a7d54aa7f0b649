import { RunFinished } from '@assay/contract/gen/assay/v1/events';
import type { BusMessage } from '@assay/kit/bus';
import type { Pool } from '@assay/kit/db';
import type { TracesSink } from '../explaining-settings.ts';
import { findRun } from '../store/runs.ts';
import { tracesPage } from '../traces-page.ts';

/** How long a collector may take for a page, in milliseconds. */
const PUSH_MS = 10_000;

/**
 * Pushes the traces of a finished run to the operator's collector. A delivery that failed is repeated from its beginning:
 * spans have the same ids each time.
 */
export const onRunFinishedPush = (pool: Pool, sink: TracesSink) => async ({ value }: BusMessage): Promise<void> => {
  const { projectId, runId } = RunFinished.decode(value);
  const run = await findRun(pool, projectId, runId);
  if (!run) return;
  for (let after: number | undefined = -1; after !== undefined;) {
    const { body, next } = await tracesPage(pool, run, after, sink.content ? 'full' : 'none');
    if (body.resourceSpans.length > 0) await push(sink, body);
    after = next;
  }
};

async function push({ url, headers }: TracesSink, body: unknown): Promise<void> {
  const response = await fetch(url, {
    method: 'POST', body: JSON.stringify(body), headers: { ...headers, 'content-type': 'application/json' }, redirect: 'error', signal: AbortSignal.timeout(PUSH_MS),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`The collector of traces answered with HTTP status ${response.status}.`);
}
