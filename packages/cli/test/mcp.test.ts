import { runInProcess } from './support/command.ts';
import { always, standInPlatform, type StandInPlatform } from './support/stand-in-platform.ts';

let platform: StandInPlatform;
beforeAll(async () => {
  platform = await standInPlatform();
});
afterAll(() => platform.stop());
beforeEach(() => Object.assign(platform, { requests: [], answer: undefined }));

const mcp = async (...lines: (object | string)[]) => {
  const stdin = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');
  const ended = await runInProcess(['mcp'], { stdin, env: { ASSAY_API_KEY: 'sk_x', ASSAY_URL: platform.origin } });
  return {
    ...ended,
    told: ended.stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as object),
  };
};
const request = (id: number, method: string) => ({ jsonrpc: '2.0', id, method });

test('an answer as a stream is passed on message by message, in one line each', async () => {
  platform.answer = (_, res) => {
    res.writeHead(200, { 'content-type': 'text/event-stream' });
    res.end(
      ': ping\n\ndata: {"jsonrpc":"2.0",\ndata: "method":"a"}\n\nid: 2\r\ndata: {"jsonrpc":"2.0","id":1}\r\n\r\n',
    );
    return true;
  };
  expect(await mcp(request(1, 'tools/list'))).toMatchObject({
    code: 0,
    told: [{ method: 'a' }, { id: 1 }],
    stderr: '',
  });
});

test('a notification that is accepted is answered with nothing', async () => {
  platform.answer = (_, res) => Boolean(res.writeHead(202).end());
  expect(await mcp({ jsonrpc: '2.0', method: 'notifications/initialized' })).toMatchObject({ code: 0, told: [] });
});

test('a line that is no JSON is answered with an error, and the next one is served', async () => {
  platform.answer = always(200, { jsonrpc: '2.0', id: 7, result: {} });
  expect((await mcp('{"jsonrpc":', '', request(7, 'ping'))).told).toEqual([
    expect.objectContaining({ id: null, error: expect.objectContaining({ code: -32700 }) }),
    { jsonrpc: '2.0', id: 7, result: {} },
  ]);
});

test.each([
  ['a refused credential', 401, { code: 'UNAUTHORIZED', message: 'The key is not valid.' }, 'The key is not valid.'],
  ['the page of a proxy', 200, '<html>', "answers with a page, not with Assay's API"],
])('%s is the error of the request, and the agent goes on', async (_, status, body, told) => {
  platform.answer = always(status, body);
  const { code, told: messages } = await mcp(request(1, 'tools/list'), request(2, 'tools/list'));
  expect(code).toBe(0);
  expect(messages).toEqual(
    [1, 2].map((id) => ({ jsonrpc: '2.0', id, error: { code: -32603, message: expect.stringContaining(told) } })),
  );
});

test('without a login the agent is not served at all', async () => {
  expect(await runInProcess(['mcp'], { stdin: '{}', env: { ASSAY_URL: platform.origin } })).toMatchObject({
    code: 5,
    stdout: '',
  });
});
