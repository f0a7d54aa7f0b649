import { createGzip, gzipSync } from 'node:zlib';
import { once } from 'node:events';
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
  await expect(response.text()).rejects.toThrow('too large');
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
  const failure = (await (
    await frugal.fetch(await events(text, given), init)
  )
    .text()
    .catch((error: unknown) => error)) as Error & { code?: string };
  expect([failure.code, (failure.cause as { code?: string } | undefined)?.code]).toContain(
    'UND_ERR_RES_EXCEEDED_MAX_SIZE',
  );
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
