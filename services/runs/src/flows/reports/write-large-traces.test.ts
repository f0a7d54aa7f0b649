import type { TraceSpan } from '@assay/contract/areas/transcripts/trace';
import { compress } from '@assay/kit/compress';
import type { StoredTraced } from '../../store/reports/traced-iterations.ts';
import { writeLargeTraces } from './write-large-traces.ts';
import { writeTraces, type TracesToWrite } from './write-traces.ts';

const SPAN_BYTES = 100;
const spanOf = (i: number): TraceSpan => ({ id: `s${i}`, name: 'call', category: 'tool', startMs: i, endMs: i + 1 });

/** Traces of `bytes` of JSON, spread over two iterations. */
async function traces(bytes: number, from = { position: 0, told: 0 }): Promise<TracesToWrite> {
  const count = bytes / 2 / SPAN_BYTES;
  const body = await compress(
    JSON.stringify({ spans: Array.from({ length: count }, (_, i) => spanOf(i)), wire: [] }).padEnd(bytes / 2),
  );
  const page = [0, 1].map(
    (position) =>
      ({
        id: `itn_${position}`,
        position,
        lastPosition: 2,
        startedAt: new Date(0),
        durationMs: 5,
        status: 'completed',
        result: 'passed',
        grade: null,
        parts: [body],
        transcript: null,
      }) as unknown as StoredTraced,
  );
  return { page, serverNames: new Map([['srv', 'everything']]), from, content: 'reasons' };
}

/** A function cannot be sent to a worker thread. */
const uncloneable = (small: TracesToWrite): TracesToWrite => ({
  ...small,
  page: small.page.map((each) => ({ ...each, probe: () => undefined })),
});

test('small traces are written in place', async () => {
  const small = await traces(256 * 1024);
  expect(await writeLargeTraces(uncloneable(small))).toEqual(await writeTraces(small));
});

test('large traces are written in a worker thread', async () => {
  const large = await traces(256 * 1024 + 2);
  await expect(writeLargeTraces(uncloneable(large))).rejects.toThrow('could not be cloned');
  expect(await writeLargeTraces(large)).toEqual(await writeTraces(large));
});

test('a page that is full in a worker thread goes on where it ended', async () => {
  const { spans, next } = await writeLargeTraces(await traces(8 * 1024 * 1024));
  expect(next).toEqual({ position: 0, told: expect.any(Number) });
  const following = await writeTraces(await traces(8 * 1024 * 1024, next));
  expect([spans, following.spans].map((each) => (JSON.parse(`[${each}]`) as unknown[]).length)).toEqual([
    next!.told,
    expect.any(Number),
  ]);
});
