import { RawReply } from '@assay/kit/rpc/handle';
import { waitUntil } from '@assay/testkit/until';
import { MAX_STREAMS } from '../../src/limits/open-streams.ts';
import { testKeys, startTestGateway, type TestGateway } from '../start.ts';

const stopping = new AbortController();
/** The preferred waits that the service was asked with, and the calls that wait there. */
const asked: string[] = [];
const waiting = new Map<string, () => void>();

let fixture: TestGateway;
beforeAll(async () => {
  fixture = await startTestGateway({
    stopping: stopping.signal,
    answers: {
      getEvalRun: async (_caller, target) => {
        const { runId, preferredWait = '' } = target as { runId: string; preferredWait?: string };
        asked.push(preferredWait);
        if (preferredWait !== '' && runId !== 'run_over')
          await new Promise<void>((resolve) => waiting.set(runId, resolve));
        const headers: Record<string, string> =
          preferredWait === '' ? {} : { 'Preference-Applied': `wait=${preferredWait}` };
        return new RawReply('{"status":"running"}', 'application/json', headers);
      },
    },
  });
});
afterAll(() => fixture.stop());
beforeEach(() => {
  asked.length = 0;
  waiting.clear();
});

const get = (runId: string, prefer: string, more: RequestInit = {}, key = testKeys.good) =>
  fetch(`${fixture.origin}/api/v1/projects/prj_member/eval-runs/${runId}`, {
    headers: { authorization: `Bearer ${key}`, prefer },
    ...more,
  });
const hasWaiters = (count: number) => waitUntil(async () => waiting.size === count);

test.each([
  ['wait=10', '10'],
  ['respond-async, Wait = "7"; foo', '7'],
  ['wait=soon', ''],
  ['waiting=3', ''],
  ['wait=-1', ''],
  ['', ''],
])('the preference "%s" asks for a wait of "%s"', async (prefer, wait) => {
  const { status, headers } = await get('run_over', prefer);
  expect([status, headers.get('preference-applied'), asked]).toEqual([200, wait ? `wait=${wait}` : null, [wait]]);
});

test('a key has at most 32 waits, which end with their answers and with their clients', async () => {
  const gone = new AbortController();
  const answers = Array.from({ length: MAX_STREAMS }, (_, i) =>
    get(`run_${i}`, 'wait=20', i === 0 ? { signal: gone.signal } : {}).then(
      ({ status }) => status,
      () => 'aborted',
    ),
  );
  await hasWaiters(MAX_STREAMS);
  expect((await get('run_over', 'wait=20')).status).toBe(429);
  expect((await get('run_over', '')).status).toBe(200);
  expect((await get('run_over', 'wait=20', {}, testKeys.other)).status).toBe(200);
  gone.abort();
  expect(await answers[0]).toBe('aborted');
  await waitUntil(async () => (await get('run_over', 'wait=20')).status === 200);
  for (const answer of waiting.values()) answer();
  expect(new Set(await Promise.all(answers.slice(1)))).toEqual(new Set([200]));
});

test('a caller who lost access during the wait gets no answer', async () => {
  const answer = get('run_lost', 'wait=20');
  await hasWaiters(1);
  fixture.revoke(testKeys.good);
  await waitUntil(async () => (await get('run_over', '')).status === 401);
  waiting.get('run_lost')!();
  expect((await answer).status).toBe(401);
});

test('waits are answered at once when the gateway stops', async () => {
  const answer = get('run_stopped', 'wait=20', {}, testKeys.other);
  await hasWaiters(1);
  stopping.abort();
  expect((await answer).status).toBe(200);
  expect(asked).toEqual(['20', '']);
});
