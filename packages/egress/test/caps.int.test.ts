import { brotliCompressSync, createGzip, deflateSync, gzipSync } from 'node:zlib';
import { once } from 'node:events';
import { waitUntil } from '@assay/testkit/until';
import { openEgress } from '../src/egress.ts';
import { ONE_MACHINE_EGRESS } from '../src/settings.ts';
import { serveHttp } from './serve.ts';

const MEGABYTE = Buffer.alloc(1024 * 1024);
const egress = openEgress(ONE_MACHINE_EGRESS);
const frugal = openEgress({ ...ONE_MACHINE_EGRESS, maxResponseBytes: 1_000, maxHeaderBytes: 1_000 });

/** Answers a body of `count` megabytes, or stops when the client disconnects. */
const megabytes = (count: number, gzip = false) =>
  serveHttp(
    (_request, response) =>
      void (async () => {
        response.writeHead(200, { 'content-type': 'text/plain', ...(gzip && { 'content-encoding': 'gzip' }) });
        const gone = once(response, 'close');
        const out = gzip ? createGzip() : response;
        if (out !== response) out.pipe(response);
        for (let i = 0; i < count && !response.destroyed; i++)
          if (!out.write(MEGABYTE)) await Promise.race([once(out, 'drain'), gone]);
        out.end();
      })(),
  );

test('a small answer that decodes to more than the limit is aborted', async () => {
  const response = await egress.fetch(await megabytes(61, true));
  await expect(response.text()).rejects.toMatchObject({ cause: { code: 'UND_ERR_RES_EXCEEDED_MAX_SIZE' } });
});

test('a compressed answer within the limit is decoded and keeps its URL', async () => {
  const origin = await megabytes(1, true);
  const response = await egress.fetch(`${origin}/here`);
  expect((await response.arrayBuffer()).byteLength).toBe(MEGABYTE.length);
  expect(response.url).toBe(`${origin}/here`);
});

test('a body of 100 MB is read only up to the limit', async () => {
  const response = await egress.fetch(await megabytes(100));
  await expect(response.arrayBuffer()).rejects.toMatchObject({ cause: { code: 'UND_ERR_RES_EXCEEDED_MAX_SIZE' } });
});

test('the operator sets the limits', async () => {
  await expect((await frugal.fetch(await megabytes(1))).text()).rejects.toMatchObject({
    cause: { code: 'UND_ERR_RES_EXCEEDED_MAX_SIZE' },
  });
  const talkative = await serveHttp((_request, response) =>
    response.writeHead(200, { 'x-long': 'x'.repeat(2_000) }).end('hello'),
  );
  await expect(frugal.fetch(talkative)).rejects.toMatchObject({ cause: { code: 'UND_ERR_HEADERS_OVERFLOW' } });
  expect(await (await egress.fetch(talkative)).text()).toBe('hello');
});

test('headers without an end are aborted', async () => {
  const closed = Promise.withResolvers<void>();
  const origin = await serveHttp((_request, { socket }) => {
    socket!.write('HTTP/1.1 200 OK\r\n');
    const more = () => {
      while (socket!.writable && socket!.write(`x-more: ${'x'.repeat(1_000)}\r\n`));
    };
    socket!
      .on('drain', more)
      .on('close', () => closed.resolve())
      .on('error', () => {});
    more();
  });
  await expect(egress.fetch(origin)).rejects.toMatchObject({ cause: { code: 'UND_ERR_HEADERS_OVERFLOW' } });
  await closed.promise;
});

test("a slow body is read until the caller's timeout", async () => {
  const closed = Promise.withResolvers<void>();
  const origin = await serveHttp((_request, response) => {
    const drip = setInterval(() => response.write('.'), 10);
    response.on('close', () => {
      clearInterval(drip);
      closed.resolve();
    });
  });
  const abort = new AbortController();
  const response = await egress.fetch(origin, { signal: abort.signal });
  const reader = response.body!.getReader();
  expect((await reader.read()).done).toBe(false);
  abort.abort(new Error('enough'));
  await expect(
    (async () => {
      while (!(await reader.read()).done);
    })(),
  ).rejects.toThrow('enough');
  await closed.promise;
});

const WANTS_EVENTS = { headers: { accept: 'application/json, text/event-stream' } };
const EVENT = `data: ${'x'.repeat(600)}\n\n`;
/** Answers the events, or one event that never ends. */
const events = (text: string, { status = 200, gzip = false } = {}) =>
  serveHttp((_request, response) => {
    response
      .writeHead(status, { 'content-type': 'text/event-stream', ...(gzip && { 'content-encoding': 'gzip' }) })
      .end(gzip ? gzipSync(text) : text);
  });

test.each([false, true])('an event stream may exceed the limit when no event does (compressed: %s)', async (gzip) => {
  const stream = EVENT.repeat(1_000);
  expect(await (await frugal.fetch(await events(stream, { gzip }), WANTS_EVENTS)).text()).toBe(stream);
});

test.each([
  ['an event that never ends', 'data: '.repeat(1_000), {}, WANTS_EVENTS],
  ['an event that never ends after decoding', 'data: '.repeat(1_000), { gzip: true }, WANTS_EVENTS],
  ['an error with an event stream, read as a whole', EVENT.repeat(10), { status: 500 }, WANTS_EVENTS],
  ['an event stream that was not requested', EVENT.repeat(10), {}, {}],
  ['a compressed event stream that was not requested', EVENT.repeat(10), { gzip: true }, {}],
])('the limit applies to %s', async (_, text, given, init) => {
  await expect((await frugal.fetch(await events(text, given), init)).text()).rejects.toMatchObject({
    cause: { code: 'UND_ERR_RES_EXCEEDED_MAX_SIZE' },
  });
});

test.each([
  [600, false],
  [999, false],
  [600, true],
  [999, true],
])('an answer with status %d is reported as it is (compressed: %s)', async (status, gzip) => {
  const origin = await events('{}', { status, gzip });
  await expect(egress.fetch(origin)).rejects.toMatchObject({
    code: 'SERVER_UNREACHABLE',
    message: expect.stringContaining(`HTTP status ${status}`) as string,
    details: { httpStatus: status },
  });
});

test.each([
  ['gzip', gzipSync],
  ['x-gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
  ['gzip, br', (text: string) => brotliCompressSync(gzipSync(text))],
])('a body that is encoded as %s is decoded', async (encoding, encode) => {
  const origin = await serveHttp((_request, response) =>
    response.writeHead(200, { 'content-encoding': encoding }).end(encode('hello')),
  );
  expect(await (await egress.fetch(origin)).text()).toBe('hello');
});

test.each([
  ['of an unknown encoding is passed on as it came', 'rot13', 'uryyb', { text: 'uryyb' }],
  ['without a byte is empty, also with an encoding', 'gzip', '', { text: '' }],
  ['that is not what its encoding says fails', 'gzip', 'hello', { error: { cause: { code: 'Z_DATA_ERROR' } } }],
])('a body %s', async (_, encoding, body, expected) => {
  const origin = await serveHttp((_request, response) =>
    response.writeHead(200, { 'content-encoding': encoding }).end(body),
  );
  const read = (await egress.fetch(origin)).text().then(
    (text) => ({ text }),
    (error: unknown) => ({ error }),
  );
  expect(await read).toMatchObject(expected);
});

test('an event is passed on before the next one comes, also when it is compressed', async () => {
  const origin = await serveHttp((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'content-encoding': 'gzip' });
    const gzip = createGzip();
    gzip.pipe(response);
    gzip.write(EVENT);
    gzip.flush();
  });
  const reader = (await egress.fetch(origin, WANTS_EVENTS)).body!.getReader();
  expect(Buffer.from((await reader.read()).value).toString()).toBe(EVENT);
  await reader.cancel();
});

test('a server waits while its answer is not read, and a cancelled answer closes the connection', async () => {
  const closed = Promise.withResolvers<void>();
  let written = 0;
  const origin = await serveHttp((_request, response) => {
    const more = () => {
      while (response.writable && written < 200) {
        written += 1;
        if (!response.write(MEGABYTE)) return;
      }
    };
    response.on('drain', more).on('close', () => closed.resolve());
    more();
  });
  const response = await openEgress({ ...ONE_MACHINE_EGRESS, maxResponseBytes: 1e9 }).fetch(origin);
  let before = -1;
  await waitUntil(() => {
    const isStill = before === written;
    before = written;
    return isStill && written > 0;
  });
  expect(written).toBeLessThan(200);
  await response.body!.cancel();
  await closed.promise;
});

test('forms and texts are sent with their media type, and requests say who sends them', async () => {
  const seen: unknown[] = [];
  const origin = await serveHttp((request, response) => {
    let text = '';
    request.on('data', (piece: Buffer) => (text += piece.toString()));
    request.on('end', () => {
      const { 'content-type': type, 'user-agent': agent, accept } = request.headers;
      seen.push({ method: request.method, type, agent, accept, text });
      response.end();
    });
  });
  for (const body of ['hello', new URLSearchParams({ a: 'b c' }), new TextEncoder().encode('bytes')])
    await egress.fetch(origin, { method: 'post', body });
  const common = { method: 'POST', agent: 'assay', accept: '*/*' };
  expect(seen).toEqual([
    { ...common, type: 'text/plain;charset=UTF-8', text: 'hello' },
    { ...common, type: 'application/x-www-form-urlencoded;charset=UTF-8', text: 'a=b+c' },
    { ...common, type: undefined, text: 'bytes' },
  ]);
});

test('a port of another protocol is refused', async () => {
  await expect(egress.fetch('http://127.0.0.1:25/')).rejects.toMatchObject({
    cause: { message: 'bad port', code: 'ERR_BLOCKED_PORT' },
  });
});

test('a request that waits for its connection can be aborted', async () => {
  const slow = openEgress(ONE_MACHINE_EGRESS, () => new Promise(() => undefined));
  const abort = new AbortController();
  const asked = slow.fetch('http://mcp.example/', { signal: abort.signal });
  abort.abort(new Error('enough'));
  await expect(asked).rejects.toThrow('enough');
});

test('an invalid reason phrase is ignored', async () => {
  const origin = await serveHttp((_request, { socket }) => {
    const body = gzipSync('hello');
    socket!.write(
      Buffer.concat([
        Buffer.from(`HTTP/1.1 200 \u2713\r\ncontent-encoding: gzip\r\ncontent-length: ${body.length}\r\n\r\n`),
        body,
      ]),
    );
  });
  expect(await (await egress.fetch(origin)).text()).toBe('hello');
});
