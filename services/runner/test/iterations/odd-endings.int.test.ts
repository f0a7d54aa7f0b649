import { text } from 'node:stream/consumers';
import { Blame, Outcome } from '@assay/mesh/gen/assay/v1/iterations';
import { listenLocally, type ListeningServer } from '@assay/testkit/listen';
import { RunnerBench } from '../support/runner-bench.ts';
import { workItem } from '../support/platform-stand-in.ts';

const usageMetadata = { promptTokenCount: 100, candidatesTokenCount: 20, totalTokenCount: 120 };
const malformed = {
  candidates: [{ content: { role: 'model', parts: [] }, finishReason: 'MALFORMED_FUNCTION_CALL', index: 0 }],
  usageMetadata,
};
const answer = {
  candidates: [{ content: { role: 'model', parts: [{ text: 'Done.' }] }, finishReason: 'STOP', index: 0 }],
  usageMetadata,
};

let provider: ListeningServer;
let asked: string[];
let replies: object[];
let bench: RunnerBench;

beforeAll(async () => {
  provider = await listenLocally(
    (request, response) =>
      void text(request).then(() => {
        asked.push(new URL(request.url!, provider.origin).pathname.split(':').at(-1)!);
        response
          .writeHead(200, { 'content-type': 'text/event-stream' })
          .end(`data: ${JSON.stringify(replies.shift() ?? malformed)}\n\n`);
      }),
  );
});
beforeEach(async () => {
  asked = [];
  bench = new RunnerBench({
    endpoints: { google: { baseUrl: provider.origin, apiKey: 'key' } },
    retryPolicy: { pauseMs: 10 },
  });
  await bench.open();
});
afterEach(() => bench.close());
afterAll(() => provider.stop());

const run = () =>
  bench.execute(
    workItem([{ id: 'p', kind: 'prompt', prompt: 'Hi' }], [], { model: 'google/gemini-x', timeoutMs: 20_000 }),
    [],
  );

describe('a provider that ends an answer with a failure of its own', () => {
  test('is asked again, as a stream, and both answers are paid for', async () => {
    replies = [malformed, answer];
    expect((await run()).report.outcome).toBe(Outcome.COMPLETED);
    await bench.settled();
    expect(asked).toEqual(['streamGenerateContent', 'streamGenerateContent']);
    expect(bench.platform.ledger.settled).toMatchObject([
      { answered: true, inputTokens: 100, outputTokens: 20 },
      { answered: true, inputTokens: 100, outputTokens: 20 },
    ]);
  });

  test('fails the iteration when every attempt ends so', async () => {
    replies = [];
    expect((await run()).report).toMatchObject({
      outcome: Outcome.FAILED,
      blame: Blame.PROVIDER,
      errorCode: 'SERVER_UNREACHABLE',
    });
    expect(asked).toHaveLength(4);
  });
});
