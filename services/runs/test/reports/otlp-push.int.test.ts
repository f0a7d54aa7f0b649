import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { operations } from '@assay/contract/operations';
import { holdTimer } from '@assay/testkit/hold-time';
import { waitUntil } from '@assay/testkit/until';
import { loadConfig } from '../../src/config.ts';
import { said, spansOf, traced, type ExportedTraces } from '../support/exported-traces.ts';
import { echoCase, openRuns, type RunsFixture } from '../support/harness.ts';

describe('pushed', () => {
  /**
   * A collector that accepts valid OTLP/JSON; `refuse` gets the number of earlier requests and returns a status to
   * refuse with.
   */
  async function openCollector(refuse: (requests: number) => number | undefined = () => undefined) {
    const taken: { traces: ExportedTraces; request: IncomingMessage; body: string }[] = [];
    const seen = { requests: 0 };
    const server = createServer(
      (request, response) =>
        void (async () => {
          const body = await text(request);
          const refusal = refuse(seen.requests++);
          if (refusal === HANG) return;
          if (refusal !== undefined) return response.writeHead(refusal).end();
          const traces = JSON.parse(body) as ExportedTraces;
          const isValid = spansOf(traces).every(
            ({ traceId: trace, spanId, startTimeUnixNano }) =>
              /^[0-9a-f]{32}$/.test(trace) && /^[0-9a-f]{16}$/.test(spanId) && /^\d+$/.test(startTimeUnixNano),
          );
          if (isValid) taken.push({ traces, request, body });
          return response.writeHead(isValid ? 200 : 400, { 'content-type': 'application/json' }).end('{}');
        })(),
    );
    await new Promise<void>((listening) => {
      server.listen(0, '127.0.0.1', listening);
    });
    const close = () => {
      server.closeAllConnections();
      server.close();
    };
    return { taken, seen, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`, close };
  }
  const HANG = 0;
  type Collector = Awaited<ReturnType<typeof openCollector>>;
  const pushing = ({ url }: Collector, content = false) =>
    openRuns({ explaining: { traces: { url, headers: { 'x-api-key': 'k' }, content } } });
  const owed = async ({ db }: RunsFixture) =>
    (await db.pool.query('select run_id as "runId", position, attempts from trace_pushes')).rows;
  const isOver = (runs: RunsFixture) => waitUntil(async () => (await owed(runs)).length === 0);

  test.each([
    ['without conversations by default', false, []],
    ['with conversations when the operator wants them', true, ['secret prompt', 'hello']],
  ])("a finished run's traces reach the collector, also after an outage, %s", async (_, content, words) => {
    const collector = await openCollector((requests) => (requests < 2 ? 503 : undefined));
    const runs = await pushing(collector, content);
    try {
      await traced(runs, 'pushed', 60);
      await waitUntil(() => collector.taken.length === 2);
      expect(collector.taken[0]!.request).toMatchObject({
        url: '/v1/traces',
        headers: { 'content-type': 'application/json', 'x-api-key': 'k' },
      });
      expect(new Set(collector.taken.flatMap(({ traces }) => spansOf(traces)).map(({ spanId }) => spanId)).size).toBe(
        60 * 4,
      );
      const bodies = collector.taken.map(({ body }) => body).join('');
      expect(['secret prompt', 'hello', 'hunter2'].filter((word) => bodies.includes(word))).toEqual(words);
      expect(bodies.includes('gen_ai.evaluation.explanation')).toBe(content);
    } finally {
      await runs.close();
      collector.close();
    }
  });

  test('a push continues where the collector stopped, without sending pages again', async () => {
    const collector = await openCollector((requests) => [undefined, 429, 500][requests]);
    const runs = await pushing(collector);
    try {
      await traced(runs, 'pushed', 120);
      await waitUntil(() => collector.taken.length === 3);
      await isOver(runs);
      const ids = collector.taken.flatMap(({ traces }) => spansOf(traces)).map(({ spanId }) => spanId);
      expect([collector.seen.requests, ids.length, new Set(ids).size]).toEqual([5, 120 * 4, 120 * 4]);
    } finally {
      await runs.close();
      collector.close();
    }
  });

  test('a push is given up when the collector refuses it for good, or for a day', async () => {
    const collector = await openCollector((requests) => (requests === 0 ? 400 : 503));
    const runs = await pushing(collector);
    try {
      await traced(runs, 'refused', 1);
      await waitUntil(() => collector.seen.requests === 1);
      await isOver(runs);
      const runId = await traced(runs, 'away', 1);
      await waitUntil(async () => (await owed(runs))[0]?.attempts > 1);
      expect(await owed(runs)).toMatchObject([{ runId, position: 0 }]);
      await runs.db.pool.query(`update trace_pushes set created_at = now() - interval '25 h', next_at = now()`);
      await isOver(runs);
    } finally {
      await runs.close();
      collector.close();
    }
  });

  test('a hanging collector delays neither the events of a run nor the stop of the service', async () => {
    const collector = await openCollector(() => HANG);
    const runs = await pushing(collector);
    // Holds the time limit of a page: no request ends by it here.
    const time = holdTimer(10_000);
    try {
      await traced(runs, 'hanging', 1);
      await waitUntil(() => collector.seen.requests === 1);
      runs.world.suites.set('recorded', { cases: [echoCase('a')] });
      await runs.call(operations.createEvalRun, {}, { suiteId: 'recorded', cassette: { mode: 'record' } });
      await runs.report(await runs.lease('r'), said);
      await waitUntil(async () => (await runs.db.pool.query('select from cassettes')).rowCount === 1);
      expect(collector.seen.requests).toBe(1);
    } finally {
      await runs.close();
      collector.close();
      time.end();
    }
  });

  const env = {
    DATABASE_URL: 'postgres://x',
    MESH_SECRET: 'a-mesh-secret-of-this-test',
    CATALOG_ADDRESS: 'x',
    SUITES_ADDRESS: 'x',
    DIAGNOSTICS_ADDRESS: 'x',
    ENVIRONMENTS_ADDRESS: 'x',
    SWARMS_ADDRESS: 'x',
    BUS_DATABASE_URL: 'postgres://x',
  };
  test.each([
    [
      'an address',
      { RUN_TRACES_OTLP_ENDPOINT: 'http://otel:4318/' },
      { url: 'http://otel:4318/v1/traces', headers: {}, content: false },
    ],
    [
      'the whole path, headers and content',
      {
        RUN_TRACES_OTLP_ENDPOINT: 'https://otel/v1/traces',
        RUN_TRACES_OTLP_HEADERS: 'a=1, authorization=Bearer%20x',
        RUN_TRACES_CONTENT: 'true',
      },
      { url: 'https://otel/v1/traces', headers: { a: '1', authorization: 'Bearer x' }, content: true },
    ],
    ['nothing', {}, undefined],
  ])('the operator sets %s', (_, settings, traces) =>
    expect(loadConfig({ ...env, ...settings }).explaining.traces).toEqual(traces),
  );
  test.each([
    [{ RUN_TRACES_OTLP_ENDPOINT: 'otel:4318' }],
    [{ RUN_TRACES_OTLP_ENDPOINT: 'http://otel', RUN_TRACES_OTLP_HEADERS: '=x' }],
  ])('a malformed setting is reported at the start: %j', (settings) =>
    expect(() => loadConfig({ ...env, ...settings })).toThrow(/RUN_TRACES_OTLP/),
  );
});
