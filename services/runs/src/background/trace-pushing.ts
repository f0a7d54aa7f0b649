import type { Egress } from '@assay/egress/egress';
import { Deadline } from '@assay/kit/concurrency/deadline';
import { backOffMs } from '@assay/kit/concurrency/back-off';
import { repeat, type BackgroundTask } from '@assay/kit/concurrency/background-task';
import type { Pool } from '@assay/kit/postgres/db';
import type { Logger } from '@assay/kit/log';
import type { TracesSink } from '../flows/analysis/insights-settings.ts';
import type { Run } from '../domain/eval-runs/run.ts';
import { PUSH_EVERY_MS, MAX_PUSH_AGE_MS } from '../domain/run-limits/limits.ts';
import { claimTracePush, deleteTracePush, moveTracePush, type TracePush } from '../store/reports/trace-pushes.ts';
import { findRun } from '../store/eval-runs/runs.ts';
import { tracesPage, type TracesPage } from '../flows/reports/traces-page.ts';
import type { TracesPlace } from '../flows/reports/write-traces.ts';

/**
 * The time that a collector gets for a page, and the time after which another replica takes over a push, in
 * milliseconds.
 */
const [PAGE_MS, CLAIM_MS] = [10_000, 60_000];
const BACK_OFF = { firstMs: 500, longestMs: 10 * 60_000 };

/** The collector's settings, and the way to it. */
interface Collector extends TracesSink {
  egress: Egress;
}

/**
 * Pushes the traces of finished runs to the operator's collector. Spans have stable ids, so a page may be sent twice.
 */
export const startTracePushing = (pool: Pool, sink: Collector, log: Logger): BackgroundTask =>
  repeat('the push of traces', PUSH_EVERY_MS, log, (signal) => pushDue(pool, sink, log, signal));

/** Pushes due traces until none is left, or until the collector refuses a page. */
async function pushDue(pool: Pool, sink: Collector, log: Logger, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    const due = await claimTracePush(pool, CLAIM_MS);
    if (!due || !(await pushRun(pool, due, sink, log, stopping))) return;
  }
}

/** Pushes the rest of one run's traces; false when the collector should not be asked again for now. */
async function pushRun(
  pool: Pool,
  due: TracePush,
  sink: Collector,
  log: Logger,
  stopping: AbortSignal,
): Promise<boolean> {
  const { runId, projectId, createdAt } = due;
  const run = await findRun(pool, projectId, runId);
  const isTooOld = Date.now() - createdAt.getTime() > MAX_PUSH_AGE_MS;
  const outcome = run && (isTooOld ? 'givenUp' : await pushPages(pool, run, due, sink, log, stopping));
  if (outcome === 'later') return false;
  if (outcome === 'givenUp')
    log.warn({ runId }, 'the collector refuses the traces of a run, and the rest of them is given up');
  await deleteTracePush(pool, runId);
  return true;
}

async function pushPages(
  pool: Pool,
  run: Run,
  { runId, position, told, ...due }: TracePush,
  sink: Collector,
  log: Logger,
  stopping: AbortSignal,
): Promise<'done' | 'later' | 'givenUp'> {
  let place: TracesPlace | undefined = { position, told };
  for (let { attempts } = due; place; attempts = 0) {
    const { body, isEmpty, next }: TracesPage = await tracesPage(pool, run, place, sink.content ? 'full' : 'none');
    const refusal = isEmpty ? undefined : await refusalOf(sink, body, stopping);
    if (refusal) log.info({ runId, refusal: refusal.what }, 'the collector did not take traces');
    if (refusal?.isLasting) return 'givenUp';
    if (refusal) {
      await moveTracePush(pool, { runId, ...place, attempts: attempts + 1 }, backOffMs(attempts + 1, BACK_OFF));
      return 'later';
    }
    if (next) await moveTracePush(pool, { runId, ...next, attempts: 0 }, CLAIM_MS);
    place = next;
  }
  return 'done';
}

/** Why the collector refused a page, and whether a retry is pointless; undefined when it accepted. */
async function refusalOf(
  { url, headers, egress }: Collector,
  body: string,
  stopping: AbortSignal,
): Promise<{ what: string; isLasting: boolean } | undefined> {
  using deadline = new Deadline(PAGE_MS, stopping);
  try {
    const response = await egress.fetch(url, {
      method: 'POST',
      body,
      headers: { ...headers, 'content-type': 'application/json' },
      redirect: 'error',
      signal: deadline.signal,
    });
    await response.body?.cancel();
    return response.ok
      ? undefined
      : { what: `HTTP status ${response.status}`, isLasting: response.status !== 429 && response.status < 500 };
  } catch (error) {
    return { what: String((error as Error).cause ?? error), isLasting: false };
  }
}
