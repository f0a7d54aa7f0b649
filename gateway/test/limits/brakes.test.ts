import { once } from 'node:events';
import { connect } from 'node:net';
import { Problem } from '@assay/contract/problem';
import { replayed } from '@assay/kit/rpc/handle';
import { waitUntil } from '@assay/testkit/until';
import { limitCounter, DAY_US } from './limit-counter.ts';
import { testKeys, startTestGateway, type TestGateway } from '../start.ts';

let fixture: TestGateway;
afterEach(() => fixture.stop());

describe('a brake', () => {
  const launch = (body: object = { suiteId: 'suite_1' }) =>
    fixture.send('POST', '/projects/prj_member/eval-runs', { body });
  const limit = { perMinute: 600, burst: 600 };

  test("is counted in the key's round trip, and refuses with limit, use and reset", async () => {
    const { service, taken } = limitCounter({ perDay: 2 });
    fixture = await startTestGateway({ limit, services: [service] });
    expect((await launch()).headers.get('ratelimit')).toBe(
      '"key";r=599;t=1, "person";r=5999;t=1, "organization";r=59999;t=1, "launches";r=59;t=1, "launches-day";r=1;t=3600',
    );
    await launch();
    const { status, headers, json } = await launch();
    expect([status, headers.get('retry-after'), taken.length]).toEqual([429, '3600', 3]);
    expect(json()).toEqual({
      code: 'RATE_LIMITED',
      message: 'The organization has had its 2 launches of runs in a day.',
      details: {
        limit: 'launches',
        period: 'day',
        allowedValue: 2,
        currentValue: 2,
        retryAfterMs: 3_600_000,
        resetsAt: 1_800_000_000_000,
      },
    });
    expect(taken[0]).toMatchObject({ brakes: [{ organizationId: 'org_1', brake: 'launches', count: 1 }] });
  });

  test.each([
    ['minute', 100],
    ['day', 1],
  ])('of drafts says that a %s cannot be topped up', async (period, perDay) => {
    fixture = await startTestGateway({ limit, services: [limitCounter({ perDay }).service] });
    const draft = () => fixture.send('POST', '/projects/prj_member/eval-suites/suite_1/cases/generate', { body: {} });
    const refused = (await Promise.all(Array.from({ length: 80 }, draft))).find(({ status }) => status === 429)!;
    expect(refused.json()).toMatchObject({
      code: 'RATE_LIMITED',
      details: { limit: 'generation', period, canTopUp: false },
    });
  });

  test.each<[string, Record<string, () => Promise<unknown>>, object, number]>([
    [
      'failed',
      {
        createEvalRun: async () => {
          throw new Problem('SERVER_UNREACHABLE', 'Down.');
        },
      },
      { suiteId: 'suite_1' },
      502,
    ],
    ['was refused for its body', {}, { nonsense: true }, 400],
    [
      'only repeated what was answered before',
      { createEvalRun: async () => replayed({ runId: 'run_1' }) },
      { suiteId: 'suite_1' },
      202,
    ],
  ])('gets the token of a request back that %s', async (_, answers, body, status) => {
    const { service, returned } = limitCounter({ perDay: 1 });
    fixture = await startTestGateway({ limit, services: [service], answers });
    expect((await launch(body)).status).toBe(status);
    await waitUntil(() => returned.length === 1);
    expect(returned[0]).toEqual({
      buckets: [],
      brakes: [
        { organizationId: 'org_1', brake: 'launches', period: 'minute', count: 1, fullBeforeUs: 0 },
        { organizationId: 'org_1', brake: 'launches', period: 'day', count: 1, fullBeforeUs: DAY_US },
      ],
    });
    expect((await launch(body)).status).toBe(status);
  });

  test("gets the minute's token back when the day refused", async () => {
    const { service, returned } = limitCounter({ perDay: 0 });
    fixture = await startTestGateway({ limit, services: [service] });
    expect((await launch()).status).toBe(429);
    await waitUntil(() => returned.length === 1);
    expect(returned[0]).toMatchObject({
      buckets: [{ bucket: 'person usr_1' }, { bucket: 'organization org_1' }],
      brakes: [{ period: 'minute', count: 1 }],
    });
  });

  test.each<[string, object, () => Promise<unknown>, number]>([
    ['made something', { suiteId: 'suite_1' }, async () => ({ runId: 'run_1' }), 202],
    [
      'may have made something before it broke',
      { suiteId: 'suite_1' },
      async () => {
        throw new Error('a bug');
      },
      500,
    ],
    [
      'may have made something although it took too long',
      { suiteId: 'suite_1' },
      async () => {
        throw new Problem('TIMEOUT', 'Slow.');
      },
      504,
    ],
  ])('keeps the token of a request that %s', async (_, body, answer, status) => {
    const { service, returned } = limitCounter();
    fixture = await startTestGateway({ limit, services: [service], answers: { createEvalRun: answer } });
    expect((await launch(body)).status).toBe(status);
    // A give-back that comes after the one that must not come.
    expect((await launch({ nonsense: true })).status).toBe(400);
    await waitUntil(() => returned.length > 0);
    expect(returned.flatMap(({ brakes }) => brakes)).toHaveLength(2);
  });

  test('gets the token of a viewer back who may not launch', async () => {
    const { service, returned } = limitCounter();
    fixture = await startTestGateway({ limit, services: [service] });
    expect(
      (await fixture.send('POST', '/projects/prj_viewer/eval-runs', { body: { suiteId: 'suite_1' } })).status,
    ).toBe(403);
    await waitUntil(() => returned[0]?.brakes.length === 2);
  });
});

describe('a caller that disconnects', () => {
  const limit = { perMinute: 600, burst: 600 };
  /** Sends a launch, and disconnects once `when` is true. */
  async function hangUp(when: () => boolean): Promise<void> {
    const body = '{"suiteId":"suite_1"}';
    const socket = connect(Number(new URL(fixture.origin).port), '127.0.0.1');
    await once(socket, 'connect');
    socket.write(
      `POST /api/v1/projects/prj_member/eval-runs HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${testKeys.good}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    await waitUntil(when);
    socket.destroy();
  }
  /** The log line of the request, written when its connection is closed. */
  const isOver = () => waitUntil(() => fixture.lines.some((line) => line.includes('"status":499')));

  test('gets the token back before the count is done, and launches nothing', async () => {
    const gone = Promise.withResolvers<void>();
    let isAsked = false;
    const { service, returned } = limitCounter({
      before: async (what) => {
        if (what === 'take') {
          isAsked = true;
          await gone.promise;
        }
      },
    });
    let launches = 0;
    fixture = await startTestGateway({
      limit,
      services: [service],
      answers: {
        createEvalRun: async () => {
          launches++;
          return { runId: 'run_1' };
        },
      },
    });
    await hangUp(() => isAsked);
    await isOver();
    gone.resolve();
    await waitUntil(() => returned[0]?.brakes.length === 2);
    expect(launches).toBe(0);
  });

  test('gets nothing back while the service works: it may have launched', async () => {
    const { service, returned } = limitCounter();
    const done = Promise.withResolvers<void>();
    let launches = 0;
    fixture = await startTestGateway({
      limit,
      services: [service],
      answers: {
        createEvalRun: async () => {
          launches++;
          await done.promise;
          return { runId: 'run_1' };
        },
      },
    });
    await hangUp(() => launches === 1);
    await isOver();
    done.resolve();
    expect((await fixture.send('POST', '/projects/prj_member/eval-runs', { body: { nonsense: true } })).status).toBe(
      400,
    );
    await waitUntil(() => returned.length > 0);
    expect(returned.flatMap(({ brakes }) => brakes)).toHaveLength(2);
  });
});

test('failed give-backs are sent with the next ones, and the outage is logged once', async () => {
  let failures = 2;
  const { service, returned } = limitCounter({
    before: async (what) => {
      if (what === 'giveBack' && failures-- > 0) throw new Error('broken');
    },
  });
  fixture = await startTestGateway({ limit: { perMinute: 600, burst: 600 }, services: [service] });
  const refused = async () =>
    (await fixture.send('POST', '/projects/prj_viewer/eval-runs', { body: { suiteId: 'suite_1' } })).status;
  for (let i = 0; i < 3; i++) {
    expect(await refused()).toBe(403);
    await waitUntil(() => failures === 1 - i || returned.length > 0);
  }
  await waitUntil(() => returned.flatMap(({ brakes }) => brakes).length === 6);
  const told = () =>
    fixture.lines.map((line) => (JSON.parse(line) as { msg: string }).msg).filter((msg) => msg.includes('unneeded'));
  await waitUntil(() => told().length === 2);
  expect(told()).toEqual([
    'unneeded tokens of requests cannot be given back',
    'unneeded tokens of requests are given back again',
  ]);
});

test('a replayed reply says so', async () => {
  fixture = await startTestGateway({ answers: { createEvalRun: async () => replayed({ runId: 'run_1' }) } });
  const { headers } = await fixture.send('POST', '/projects/prj_member/eval-runs', { body: { suiteId: 'suite_1' } });
  expect(headers.get('idempotency-replayed')).toBe('true');
});
