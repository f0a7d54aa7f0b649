import { connectSession } from '../src/connect.ts';
import { asEvent, asJson, startRaw } from './raw-server.ts';
import { savedServer } from './saved.ts';

const ODD = String.raw`{ "z":1.0, "a":[1e2,-0,12345678901234567890], "z":2, "content":[{"text":"é\u00e9\/","type":"text"}], "_unknown":{"__proto__":1} }`;

/** Calls a tool of a server that answers with `text` as the result; returns the outcome. */
async function resultOf(
  text: string,
  write = asJson,
  envelope = (id?: number | string) => `{"jsonrpc":"2.0","result":${text},"id":${JSON.stringify(id)}}`,
) {
  const server = await startRaw(({ id }, response) => write(response, envelope(id)));
  const session = await connectSession(savedServer(server.url));
  try {
    return await session.callTool('any', {});
  } finally {
    await session.close();
    await server.stop();
  }
}

test.each([
  ['a JSON body', asJson],
  ['an event stream', asEvent],
])('a result in %s is passed on as it was written: spelling, order, repeated and unknown keys', async (_, write) => {
  const { json, value } = await resultOf(ODD, write);
  expect(json).toBe(ODD);
  expect(value).toEqual(JSON.parse(ODD));
});

test('line breaks within a result survive an event stream', async () => {
  const pretty = JSON.stringify({ content: [], structuredContent: { a: [1, 2] } }, null, 2);
  expect((await resultOf(pretty, asEvent)).json).toBe(pretty);
});

test.each([
  ['no content at all', '{"structuredContent":{"a":1}}'],
  ['content of an unknown type', '{"content":[{"type":"hologram","x":1}]}'],
  ['a tool error', '{"content":[{"type":"text","text":"no"}],"isError":true}'],
])('a result with %s is passed to the caller', async (_, text) => expect((await resultOf(text)).json).toBe(text));

test.each([
  ['an id spelled as a string', (id?: number | string) => `{"jsonrpc":"2.0","id":"${id}","result":{"content":[ ]}}`],
  [
    'a batch',
    (id?: number | string) =>
      `[{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":1}},{"jsonrpc":"2.0","id":${id},"result":{"content":[ ]}}]`,
  ],
])('the answer is recognized in %s', async (_, envelope) => {
  expect((await resultOf('', asJson, envelope)).json).toBe('{"content":[ ]}');
});

test.each([
  ['a JSON body', asJson],
  ['an event stream', asEvent],
])('a result of 10 MB in %s passes unchanged', async (_, write) => {
  const text = JSON.stringify({
    content: [{ type: 'text', text: '"ü\\'.repeat(1_700_000) }],
    structuredContent: { rows: Array.from({ length: 50_000 }, (_row, at) => ({ at })) },
  });
  expect(Buffer.byteLength(text)).toBeGreaterThan(10 * 1024 * 1024);
  expect((await resultOf(text, write)).json === text).toBe(true);
});
