import type { Egress } from '@assay/egress/egress';
import { fetchOver } from '@assay/egress/fetch-over';
import type { SendRequest } from '@assay/egress/request';
import { ByteShares } from '@assay/kit/concurrency/byte-shares';
import { LargeAnswers } from './large-answers.ts';

const MB = 1024 * 1024;
const settled = async () => {
  for (let i = 0; i < 20; i++) await new Promise<void>((done) => void setImmediate(done));
};

/** An egress whose answers have `megabytes`; counts the megabytes that were read of them. */
function server(megabytes: number, headers: Record<string, string> = {}) {
  const state = { read: 0 };
  const body = {
    read: async () => (state.read++ < megabytes ? new Uint8Array(MB) : undefined),
    cancel: () => {},
  };
  const request: SendRequest = async (url) => ({ url: String(url), status: 200, headers, body });
  const egress: Egress = { admitted: (url) => new URL(url), request, fetch: fetchOver(request) };
  return { egress, state };
}

const shares = (maxWaiting = 1) => new ByteShares({ maxBytes: 10 * MB, maxShareBytes: 10 * MB, maxWaiting });

test('a server with a large answer waits until the answers before it were passed on', async () => {
  const budget = shares();
  const [first, second] = [new LargeAnswers(budget, 'org_1', 10 * MB), new LargeAnswers(budget, 'org_1', 10 * MB)];
  const read = async (answers: LargeAnswers, from: ReturnType<typeof server>) =>
    (await (await answers.over(from.egress).fetch('https://mcp.example/')).arrayBuffer()).byteLength;
  expect(await read(first, server(8))).toBe(8 * MB);
  const slow = server(8);
  const answer = read(second, slow);
  await settled();
  expect(slow.state.read).toBeLessThan(5);
  expect(() => new LargeAnswers(budget, 'org_1', 10 * MB)).toThrow(expect.objectContaining({ code: 'RATE_LIMITED' }));
  first[Symbol.dispose]();
  expect(await answer).toBe(8 * MB);
});

test('a request that ends leaves the queue, and small answers never wait', async () => {
  const budget = shares();
  using first = new LargeAnswers(budget, 'org_1', 10 * MB);
  await (await first.over(server(4).egress).fetch('https://mcp.example/')).arrayBuffer();
  using small = new LargeAnswers(budget, 'org_1', 10 * MB);
  const body = await small.over(server(1, { 'content-length': String(MB) }).egress).fetch('https://mcp.example/');
  expect((await body.arrayBuffer()).byteLength).toBe(MB);
  const gone = new LargeAnswers(budget, 'org_1', 10 * MB);
  const answer = gone
    .over(server(4).egress)
    .fetch('https://mcp.example/')
    .then((response) => response.arrayBuffer());
  answer.catch(() => undefined);
  await settled();
  expect(() => budget.refuseWhenFull('org_1')).toThrow();
  gone[Symbol.dispose]();
  await expect(answer).rejects.toThrow();
  expect(() => budget.refuseWhenFull('org_1')).not.toThrow();
});
