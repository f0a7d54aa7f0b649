import { operations } from '@assay/contract/operations';
import type { Problem } from '@assay/contract/problem';
import type { Caller } from '@assay/kit/security/caller';
import { rpcOf } from '@assay/mesh/rpc/operation-rpc';
import { hideRunsOfSuite } from '../../src/actions/eval-runs/remove-runs.ts';
import { echoCase, openRuns, testCaller } from '../support/harness.ts';
import { judgedRuns } from '../support/judged-runs.ts';

let runs: Awaited<ReturnType<typeof openRuns>>;
beforeAll(async () => {
  runs = await openRuns();
});
afterAll(() => runs.close());

const { suite, begin, finish } = judgedRuns(() => runs);
const trials = [echoCase('a', { iterations: 10 }), echoCase('b', { iterations: 10 })];
async function ran(suiteId: string, ci: object, passed: number, body: object = {}): Promise<string> {
  const { runId, items } = await begin(suiteId, body, { ci: JSON.stringify(ci) });
  await finish(items, { a: passed, b: passed });
  return runId;
}
const tokenOf = (url: string) => /^http:\/\/[^/]+\/badges\/([\w-]+)\/badge\.svg$/.exec(url)![1]!;
const admin: Caller = { ...testCaller, role: 'admin' };
const create = (suiteId: string, body: object = {}) =>
  runs.call(operations.createEvalSuiteBadge, { suiteId }, body, admin);
async function imageOf(badgeToken: string): Promise<string> {
  const request = { badgeToken, ifNoneMatch: '', input: Buffer.alloc(0) };
  const { json } = await runs.asUser.call(rpcOf(operations.getBadgeImage), request, { caller: { requestId: 'req' } });
  return json.toString();
}
const image = (url: string) => imageOf(tokenOf(url));
const refused = (reply: Promise<unknown>) =>
  reply.then(
    (answer) => {
      throw new Error(`was answered: ${JSON.stringify(answer)}`);
    },
    ({ code }: Problem) => code,
  );

test('a badge shows the newest completed run of all cases that is not of a pull request', async () => {
  suite('shown', trials, { minimumAccuracy: 50 });
  const { url } = await create('shown');
  expect(await image(url)).toContain('no run yet');
  await ran('shown', {}, 9);
  expect(await image(url)).toContain('passed 90\u202f%');
  await ran('shown', { branch: 'fix', pullRequest: '7' }, 1);
  await ran('shown', {}, 1, { caseIds: ['a'] });
  await begin('shown');
  expect(await image(url)).toContain('passed 90\u202f%');
  await ran('shown', { branch: 'main' }, 2);
  expect(await image(url)).toContain('failed 20\u202f%');
});

test('a badge of a branch shows the runs of that branch alone', async () => {
  suite('branched', trials, { minimumAccuracy: 50 });
  await ran('branched', { branch: 'main' }, 10);
  await ran('branched', { branch: 'fix' }, 1);
  const badge = await create('branched', { branch: 'main' });
  expect(badge).toMatchObject({ suiteId: 'branched', branch: 'main' });
  expect(await image(badge.url)).toContain('passed 100\u202f%');
  expect(await image((await create('branched', { branch: 'none' })).url)).toContain('no run yet');
});

test('a link works until it is revoked, replaced, or its suite is deleted', async () => {
  suite('revoked', trials);
  const { url: first } = await create('revoked');
  const { url: second } = await create('revoked');
  expect(second).not.toBe(first);
  expect(await refused(image(first))).toBe('NOT_FOUND');
  expect(await runs.call(operations.getEvalSuiteBadge, { suiteId: 'revoked' }, {}, admin)).toMatchObject({
    url: second,
  });
  await image(second);
  await runs.call(operations.deleteEvalSuiteBadge, { suiteId: 'revoked' }, {}, admin);
  expect(await refused(image(second))).toBe('NOT_FOUND');
  expect(await refused(runs.call(operations.getEvalSuiteBadge, { suiteId: 'revoked' }, {}, admin))).toBe('NOT_FOUND');
  expect(await refused(runs.call(operations.deleteEvalSuiteBadge, { suiteId: 'revoked' }, {}, admin))).toBe(
    'NOT_FOUND',
  );
  const { url: third } = await create('revoked');
  await hideRunsOfSuite(runs.db.pool, { projectId: testCaller.projectId, suiteId: 'revoked' });
  expect(await refused(image(third))).toBe('NOT_FOUND');
});

test('a forged or foreign link is not found, and a suite that does not exist gets none', async () => {
  suite('forged', trials);
  const { url } = await create('forged');
  const [token, id] = [tokenOf(url), Buffer.from(tokenOf(url), 'base64url').subarray(32)];
  const forged = Buffer.concat([Buffer.alloc(32), id]).toString('base64url');
  for (const each of [forged, id.toString('base64url'), 'x', token.slice(0, -1)])
    expect(await refused(imageOf(each))).toBe('NOT_FOUND');
  expect(await refused(create('no-such-suite'))).toBe('NOT_FOUND');
  expect(await refused(create('forged', { branch: '' }))).toBe('VALIDATION_ERROR');
});
