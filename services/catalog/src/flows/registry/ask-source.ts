import type { Egress } from '@assay/egress/egress';
import { Problem } from '@assay/contract/problem';
import { SingleFlight } from '@assay/kit/concurrency/single-flight';
import type { Pool } from '@assay/kit/postgres/db';
import { findAnswer, storeAnswer } from '../../store/registry/registry-answers.ts';
import { SourceOutages } from './source-outages.ts';
import type { RegistrySource } from './settings.ts';

export interface RegistryAccess {
  pool: Pool;
  egress: Egress;
}

/** A source's answer. `stale`: it comes from the cache because the source cannot be reached. */
export interface SourceAnswer<T> {
  answer: T;
  stale: boolean;
}

/** How long a cached answer is fresh, in milliseconds. */
const FRESH_MS = 5 * 60_000;
const TIMEOUT_MS = 10_000;
const MAX_BYTES = 8 * 1024 * 1024;
/** The sources that this process has seen fail. */
const outages = new SourceOutages<RegistrySource>();
/** Requests in flight, by source and request. */
const underWay = new WeakMap<RegistrySource, SingleFlight<unknown>>();

/** The source answered with an unusable body or status. */
class Unusable extends Error {}
/** The source could not be reached, or its answer is unusable. */
class Unreachable extends Error {}

/**
 * How an answer is read from a body (undefined when the body is not an answer of the API), and a side effect that is
 * stored before the answer is cached.
 */
export interface AnswerReader<T> {
  read(body: unknown): T | undefined;
  keep(answer: T): Promise<void>;
}

/**
 * Asks a source, through a cache and a single flight per request. Undefined when the source has no such entry.
 * @throws Problem SERVER_UNREACHABLE that names the source, when the cache has no answer either.
 */
export async function askSource<T>(
  access: RegistryAccess,
  source: RegistrySource,
  request: string,
  reading: AnswerReader<T>,
): Promise<SourceAnswer<T> | undefined> {
  const known = await findAnswer<T | null>(access.pool, source.name, request);
  if (known && (known.ageMs < FRESH_MS || outages.isOut(source))) return answered(known.body, known.ageMs >= FRESH_MS);
  const asked = underWay.get(source) ?? new SingleFlight<unknown>();
  underWay.set(source, asked);
  const answer = asked.run(request, () => refresh(access, source, request, reading));
  try {
    return answered((await answer) as T | null, false);
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    if (known) return answered(known.body, true);
    throw new Problem(
      'SERVER_UNREACHABLE',
      `The directory "${source.name}" cannot be reached, or does not answer as one does.`,
      { source: source.name, cause: causeOf(error.cause) },
    );
  }
}

const answered = <T>(answer: T | null, stale: boolean): SourceAnswer<T> | undefined =>
  answer === null ? undefined : { answer, stale };

/**
 * Asks the source and caches the answer; null for an entry that it does not have. Throws Unreachable when the source
 * fails. A caller that read the cache before an earlier flight filled it finds that answer.
 */
async function refresh<T>(
  { pool, egress }: RegistryAccess,
  source: RegistrySource,
  request: string,
  { read, keep }: AnswerReader<T>,
): Promise<T | null> {
  const known = await findAnswer<T | null>(pool, source.name, request);
  if (known && known.ageMs < FRESH_MS) return known.body;
  const answer = await askNow(egress, `${baseOf(source)}${request}`, read).catch((cause: unknown) => {
    outages.began(source);
    throw new Unreachable('unreachable', { cause });
  });
  outages.isBack(source);
  if (answer !== null) await keep(answer);
  await storeAnswer(pool, source.name, request, answer);
  return answer;
}

async function askNow<T>(egress: Egress, url: string, read: (body: unknown) => T | undefined): Promise<T | null> {
  const body = await fetchJson(egress, url);
  if (body === undefined) return null;
  const answer = read(body);
  if (answer === undefined) throw new Unusable('unexpected body');
  return answer;
}

/** The URL of a source may end with a version of the API. */
const baseOf = ({ url }: RegistrySource) => (/\/v\d+(\.\d+)?$/.test(url) ? url : `${url}/v0`);

/** Has its own timeout and not the caller's signal: other callers may share this request. */
async function fetchJson(egress: Egress, url: string): Promise<unknown> {
  const response = await egress.fetch(url, {
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (response.status === 404) {
    await response.body?.cancel();
    return undefined;
  }
  if (!response.ok || !response.body) {
    await response.body?.cancel();
    throw new Unusable(`HTTP status ${response.status}`);
  }
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of response.body as unknown as AsyncIterable<Uint8Array>) {
    bytes += piece.byteLength;
    if (bytes > MAX_BYTES) throw new Unusable('too large');
    pieces.push(piece);
  }
  try {
    return JSON.parse(Buffer.concat(pieces).toString()) as unknown;
  } catch {
    throw new Unusable('not JSON');
  }
}

/** A short cause for the Problem; never text of the source. */
function causeOf(error: unknown): string {
  if (error instanceof Unusable) return error.message;
  const { name, code, cause } = error as { name?: string; code?: unknown; cause?: { code?: unknown } };
  if (name === 'TimeoutError') return 'timeout';
  return [cause?.code, code].find((each) => typeof each === 'string') ?? 'failed';
}
