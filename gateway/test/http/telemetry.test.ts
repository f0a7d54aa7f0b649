import { recordSpans } from '@assay/testkit/recorded-spans';
import { waitUntil } from '@assay/testkit/until';
import { startTestGateway, type TestGateway } from '../start.ts';

const spans = recordSpans();
const traceId = '0af7651916cd43dd8448eb211c80319c';
const REMOTE = 'b7ad6b7169203331';

let fixture: TestGateway;
beforeAll(async () => {
  fixture = await startTestGateway({
    answers: {
      getMe: async () => {
        throw new Error('a bug');
      },
    },
  });
});
beforeEach(() => spans.forget());
afterAll(async () => {
  await fixture.stop();
  spans.stop();
});

/** The spans of one request; the gateway's span ends last. */
async function spansOf(path: string) {
  await fixture.send('GET', path, { headers: { traceparent: `00-${traceId}-${REMOTE}-01` } });
  await waitUntil(() => spans.all().some(({ parentSpanContext }) => parentSpanContext?.spanId === REMOTE));
  return spans.all().map((span) => {
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

test("a request is one span of the caller's trace, named by its template, above the RPC", async () => {
  const ended = await spansOf('/projects/prj_member/servers?api_key=hidden');
  const edge = ended.find(({ name }) => name === 'GET /projects/:projectId/servers');
  expect(edge).toMatchObject({
    parent: REMOTE,
    attributes: {
      'http.request.method': 'GET',
      'http.route': '/projects/:projectId/servers',
      'http.response.status_code': 200,
    },
  });
  expect(ended.filter(({ parent }) => parent === edge!.id).map(({ name }) => name)).toContain(
    'assay.v1.Catalog/ListProjectServers',
  );
  expect(new Set(ended.map((span) => span.traceId))).toEqual(new Set([traceId]));
  expect(JSON.stringify(ended)).not.toMatch(/hidden|prj_member|sk_/);
});

test('a bug marks the span as failed, a mistake of the caller does not', async () => {
  expect((await spansOf('/me')).find(({ name }) => name === 'GET /me')!.status.code).toBe(2);
  spans.forget();
  expect((await spansOf('/nope')).find(({ name }) => name === 'GET')!.status.code).toBe(0);
});
