import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';
import { until } from '@assay/testkit/until';
import { startTestGateway, type TestGateway } from '../start.ts';

const exporter = new InMemorySpanExporter();
const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
const traceId = '0af7651916cd43dd8448eb211c80319c';
const REMOTE = 'b7ad6b7169203331';

let house: TestGateway;
beforeAll(async () => {
  provider.register();
  house = await startTestGateway({
    answers: {
      getMe: async () => {
        throw new Error('a bug');
      },
    },
  });
});
beforeEach(() => exporter.reset());
afterAll(async () => {
  await house.stop();
  await provider.shutdown();
});

/** The spans of one request, once that of the gateway, which ends last, is there. */
async function spansOf(path: string) {
  await house.send('GET', path, { headers: { traceparent: `00-${traceId}-${REMOTE}-01` } });
  await until(() => exporter.getFinishedSpans().some(({ parentSpanContext }) => parentSpanContext?.spanId === REMOTE));
  return exporter.getFinishedSpans().map((span) => {
    const { name, attributes, status, parentSpanContext } = span;
    return {
      name,
      attributes,
      status,
      traceId: span.spanContext().traceId,
      id: span.spanContext().spanId,
      parent: parentSpanContext?.spanId,
    };
  });
}

test("a request is one span of the caller's trace, named by its template, with the RPC below it", async () => {
  const spans = await spansOf('/projects/prj_member/servers?api_key=hidden');
  const edge = spans.find(({ name }) => name === 'GET /projects/:projectId/servers');
  expect(edge).toMatchObject({
    parent: REMOTE,
    attributes: {
      'http.request.method': 'GET',
      'http.route': '/projects/:projectId/servers',
      'http.response.status_code': 200,
    },
  });
  expect(spans.filter(({ parent }) => parent === edge!.id).map(({ name }) => name)).toContain(
    'assay.v1.Catalog/ListServers',
  );
  expect(new Set(spans.map((span) => span.traceId))).toEqual(new Set([traceId]));
  expect(JSON.stringify(spans)).not.toMatch(/hidden|prj_member|sk_/);
});

test("a bug marks the span as failed, a caller's mistake does not", async () => {
  expect((await spansOf('/me')).find(({ name }) => name === 'GET /me')!.status.code).toBe(2);
  exporter.reset();
  expect((await spansOf('/nope')).find(({ name }) => name === 'GET')!.status.code).toBe(0);
});
