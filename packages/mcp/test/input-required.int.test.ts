import { rpcError, scriptedMcp, type McpMessage, type ScriptedAnswer } from '@assay/testkit/mcp-servers/scripted-mcp';
import { connectSession } from '../src/connect.ts';
import { isUnfinished } from '../src/requests/unfinished-problem.ts';
import { savedServer } from './saved.ts';

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
});

const DONE = { content: [{ type: 'text', text: 'done' }] };
const FORM = {
  method: 'elicitation/create',
  params: { mode: 'form', message: 'Which?', requestedSchema: { type: 'object', properties: {} } },
};
const SAMPLE = {
  method: 'sampling/createMessage',
  params: { messages: [{ role: 'user', content: { type: 'text', text: 'One line.' } }], maxTokens: 9 },
};
const asking = (more: object) => ({ resultType: 'input_required', ...more });
const anElicitingClient = { clientCapabilities: { elicitation: { form: {} } } };

/** Calls a tool of a server that answers each call as `answer` says, and returns the outcome and all calls. */
async function called(
  answer: (
    params: Record<string, unknown>,
    round: number,
    ...more: Parameters<ScriptedAnswer>
  ) => ReturnType<ScriptedAnswer>,
  target: Parameters<typeof savedServer>[1] = {},
) {
  const calls: McpMessage[] = [];
  const { url, stop } = await scriptedMcp(
    {
      'tools/call': (...asked) => {
        calls.push(asked[0]);
        return answer(asked[0].params!, calls.length, ...asked);
      },
    },
    'newest',
  );
  stops.push(stop);
  const session = await connectSession(savedServer(url, target));
  stops.push(() => session.close());
  const outcome = session.callTool('print', { copies: 2 }).then(({ value }) => value);
  const [settled] = await Promise.allSettled([outcome]);
  return { outcome, settled, calls };
}

test('a call whose result gives a state alone is repeated with it until the tool has finished', async () => {
  const state = Buffer.alloc(48 * 1024, 7).toString('base64');
  const { outcome, calls } = await called(({ requestState }, round) =>
    round < 13
      ? asking({ requestState: `${state}${round}` })
      : requestState === `${state}12`
        ? DONE
        : { isError: true },
  );
  expect(await outcome).toMatchObject(DONE);
  expect(new Set(calls.map(({ id }) => id)).size).toBe(13);
  expect(calls.every(({ params }) => JSON.stringify(params!['arguments']) === '{"copies":2}')).toBe(true);
});

test('a state is sent back only when the server gave one with its last result', async () => {
  const { outcome, calls } = await called((_, round) => {
    if (round === 1) return asking({ requestState: 's' });
    return round === 2 ? asking({ inputRequests: { a: FORM } }) : DONE;
  }, anElicitingClient);
  expect(await outcome).toMatchObject(DONE);
  expect(calls.map(({ params }) => params!['requestState'])).toEqual([undefined, 's', undefined]);
});

test('an elicitation is declined and the call repeated when the client declares it', async () => {
  const { outcome, calls } = await called(
    ({ inputResponses }) => (inputResponses ? DONE : asking({ requestState: 's', inputRequests: { a: FORM } })),
    anElicitingClient,
  );
  expect(await outcome).toMatchObject(DONE);
  expect(calls[1]!.params).toMatchObject({ requestState: 's', inputResponses: { a: { action: 'decline' } } });
});

test('a question for the roots of the client is answered with none when it declares roots', async () => {
  const { outcome, calls } = await called(
    ({ inputResponses }) => (inputResponses ? DONE : asking({ inputRequests: { r: { method: 'roots/list' } } })),
    { clientCapabilities: { roots: {} } },
  );
  expect(await outcome).toMatchObject(DONE);
  expect(calls[1]!.params).toMatchObject({ inputResponses: { r: { roots: [] } } });
});

const unfinished: [string, () => object, Parameters<typeof savedServer>[1], number, object][] = [
  [
    'asks for input without end',
    () => asking({ requestState: 'x' }),
    {},
    21,
    { code: 'FEATURE_NOT_SUPPORTED', message: expect.stringContaining('again and again') },
  ],
  [
    'asks for a sample, which nothing declines',
    () => asking({ inputRequests: { a: SAMPLE } }),
    { clientCapabilities: { sampling: {} } },
    1,
    { code: 'FEATURE_NOT_SUPPORTED', message: expect.stringContaining('sampling/createMessage is declined') },
  ],
  [
    'asks a client that answers no such result',
    () => asking({ requestState: 'x' }),
    { answersInput: false },
    1,
    { code: 'FEATURE_NOT_SUPPORTED', message: expect.stringContaining('does not answer') },
  ],
  [
    'asks for what the client does not declare',
    () => asking({ inputRequests: { a: FORM } }),
    {},
    1,
    { code: 'SERVER_UNREACHABLE', message: expect.stringContaining('asks for elicitation/create') },
  ],
  [
    'asks in a mode that the client does not declare',
    () =>
      asking({
        inputRequests: {
          a: {
            method: 'elicitation/create',
            params: { mode: 'url', message: 'x', url: 'https://a.test', elicitationId: '1' },
          },
        },
      }),
    anElicitingClient,
    1,
    { code: 'SERVER_UNREACHABLE', details: { cause: 'answer_off_protocol' } },
  ],
  [
    'asks with a request that the protocol does not have',
    () => asking({ inputRequests: { odd: { method: 'tools/list' } } }),
    {},
    1,
    { code: 'SERVER_UNREACHABLE', message: expect.stringContaining('"odd"') },
  ],
  [
    'gives neither requests nor a state',
    () => asking({}),
    {},
    1,
    { code: 'SERVER_UNREACHABLE', details: { cause: 'answer_off_protocol', nextStep: expect.any(String) } },
  ],
  [
    'has an unknown type',
    () => ({ resultType: 'someday', ...DONE }),
    {},
    1,
    { code: 'SERVER_UNREACHABLE', details: { resultType: 'someday', cause: 'answer_off_protocol' } },
  ],
];

test.each(unfinished)('a result that %s is no success', async (_, answer, target, rounds, problem) => {
  const { outcome, settled, calls } = await called(answer, target);
  await expect(outcome).rejects.toMatchObject(problem);
  expect(calls).toHaveLength(rounds);
  expect(settled.status === 'rejected' && isUnfinished(settled.reason)).toBe(true);
});

test("a server's own error after a question is an error of the server", async () => {
  const { outcome } = await called((_params, round, message, response) =>
    round === 1 ? asking({ requestState: 's' }) : rpcError(response, message, -32_000),
  );
  await expect(outcome).rejects.toMatchObject({ details: { rpcCode: -32_000 } });
});
