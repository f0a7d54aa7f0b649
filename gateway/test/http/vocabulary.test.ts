import { allOperations } from '@assay/contract/operations';
import { withHeaders } from '@assay/kit/rpc/with-headers';
import { vocabularyOf } from '../../src/vocabularies/vocabulary.ts';
import { roleWalk } from '../../src/vocabularies/role-walk.ts';
import { startTestGateway, type TestGateway } from '../start.ts';

const HEADER = 'x-assay-eval-vocabulary';
const CASES = '/projects/prj_member/eval-suites/suite_1/cases';

let stored: unknown;
let received: unknown;
let target: { acceptEncoding?: string };
let fixture: TestGateway;
beforeAll(async () => {
  const take = async (_caller: unknown, asked: object, input: unknown) => {
    [target, received] = [asked, input];
    return stored;
  };
  fixture = await startTestGateway({
    answers: Object.fromEntries(Object.keys(allOperations).map((id) => [id, take])),
  });
});
afterAll(() => fixture.stop());

const send = (method: string, path: string, version?: string, body?: unknown) =>
  fixture.send(method, path, { ...(version !== undefined && { headers: { [HEADER]: version } }), body });

/** A case with two roles, and with texts of users that look like roles. */
const caseWith = (first: string, second = first) => ({
  title: 'gating required',
  steps: [
    { id: 'gating', kind: 'prompt', prompt: 'required', assertion: { type: 'noToolErrors', role: 'gating' } },
    { id: 'b', kind: 'toolCall', serverName: 's', toolName: 't', arguments: { role: 'gating', also: 'required' } },
    {
      id: 'c',
      kind: 'assert',
      assertion: { type: 'toolCalledWith', toolName: 'gating', args: { args: { role: 'required' } }, role: first },
    },
    { id: 'd', kind: 'assert', assertion: { type: 'noEndingQuestion', role: 'advisory' } },
    {
      id: 'e',
      kind: 'assert',
      assertion: { kind: 'elementVisible', toolName: 't', target: { role: { role: 'gating' } } },
    },
  ],
  checks: {
    mode: 'extend',
    list: [{ type: 'responseContains', needle: 'required', role: second }, { type: 'noToolErrors' }],
  },
});

test.each([
  [undefined, 'gating', 'required'],
  ['1', 'gating', 'gating'],
  ['2', 'required', 'required'],
])('vocabulary %s answers gating as %s and required as %s', async (version, first, second) => {
  stored = caseWith('gating', 'required');
  const { status, headers, json } = await send('GET', `${CASES}/case_1`, version);
  expect([status, headers.get('vary'), json()]).toEqual([200, HEADER, caseWith(first, second)]);
});

test.each([
  [undefined, caseWith('gating', 'required')],
  ['2', caseWith('gating', 'gating')],
])('vocabulary %s takes gating and required', async (version, passed) => {
  stored = {};
  expect((await send('POST', CASES, version, caseWith('gating', 'required'))).status).toBe(201);
  expect(received).toEqual(passed);
});

test('an answer that is respelled is not asked for compressed', async () => {
  const trace = { iterationId: 'iter_1', checks: [{ role: 'gating' }] };
  stored = withHeaders(trace, { Vary: 'Accept-Encoding' });
  const path = '/projects/prj_member/eval-runs/run_1/iterations/iter_1/trace';
  const { headers, json } = await send('GET', path, '2');
  expect([target.acceptEncoding, headers.get('vary')]).toEqual(['', `${HEADER}, Accept-Encoding`]);
  expect(json()).toEqual({ ...trace, checks: [{ role: 'required' }] });
  await send('GET', path);
  expect(target.acceptEncoding).toBe('gzip');
});

test('vocabulary 1 takes gating and advisory', async () => {
  expect((await send('POST', CASES, '1', caseWith('gating', 'advisory'))).status).toBe(201);
  expect(received).toEqual(caseWith('gating', 'advisory'));
});

test.each([
  ['POST', CASES, caseWith('required', 'gating'), '/steps/2/assertion/role'],
  ['POST', CASES, caseWith('gating', 'required'), '/checks/list/0/role'],
  ['PATCH', `${CASES}/case_1`, { checks: caseWith('required').checks }, '/checks/list/0/role'],
  ['POST', `${CASES}/batch`, { cases: [{}, caseWith('required')] }, '/cases/1/steps/2/assertion/role'],
  [
    'POST',
    '/projects/prj_member/eval-suites',
    { name: 's', serverIds: ['srv_1'], tests: [caseWith('required')] },
    '/tests/0/steps/2/assertion/role',
  ],
  [
    'POST',
    '/projects/prj_member/eval-runs',
    { serverIds: ['srv_1'], tests: [caseWith('gating', 'required')] },
    '/tests/0/checks/list/0/role',
  ],
  [
    'PATCH',
    '/projects/prj_member/eval-suites/suite_1',
    { settings: { judge: { role: 'required' } } },
    '/settings/judge/role',
  ],
  [
    'POST',
    '/projects/prj_member/eval-runs/run_1/iterations/it_1/preview-assertions',
    { assertions: [{ type: 'noToolErrors', role: 'required' }] },
    '/assertions/0/role',
  ],
])('vocabulary 1 refuses required: %s %s', async (method, path, body, at) => {
  received = undefined;
  const { status, json } = await send(method, path, '1', body);
  expect([status, json()]).toEqual([
    400,
    {
      code: 'VALIDATION_ERROR',
      message: expect.stringContaining(at),
      details: { issues: [{ path: at, message: expect.any(String) }] },
    },
  ]);
  expect(received).toBeUndefined();
});

test('vocabulary 2 lets a judge be required', async () => {
  stored = { settings: { judge: { role: 'gating' } } };
  const body = { settings: { judge: { role: 'required' } } };
  const { json } = await send('PATCH', '/projects/prj_member/eval-suites/suite_1', '2', body);
  expect([received, json()]).toEqual([{ settings: { judge: { role: 'gating' } } }, body]);
});

test('vocabulary 2 keeps the spelling of numbers', async () => {
  stored = {};
  const body = JSON.stringify({ checks: { mode: 'replace', list: [{ type: 'noToolErrors', role: 'required' }] } });
  await send('PATCH', `${CASES}/case_1`, '2', `{"passThreshold":0.50,${body.slice(1)}`);
  expect(received).toMatchObject({ passThreshold: 0.5, checks: { list: [{ role: 'gating' }] } });
});

test('vocabulary 2 reaches the events of a run', async () => {
  const ended = (role: string) => ({ title: 'gating', failedChecks: [{ role }] });
  stored = { events: [{ id: '1', type: 'iteration', data: ended('gating') }], done: true };
  const { text, headers } = await send('GET', '/projects/prj_member/eval-runs/run_1/events', '2');
  expect(text).toBe(`id: 1\nevent: iteration\ndata: ${JSON.stringify(ended('required'))}\n\n`);
  expect(headers.get('vary')).toBe(HEADER);
});

test.each(['', '0', '3', '1, 2', 'two'])('the version "%s" of a vocabulary is refused', async (version) => {
  const { status, json } = await send('GET', '/projects/prj_member/eval-runs', version);
  expect([status, json()]).toMatchObject([
    400,
    { code: 'VALIDATION_ERROR', details: { issues: [{ path: `/${HEADER}` }] } },
  ]);
});

test('the vocabulary of the API is validated on the list of sessions', async () => {
  const list = async (version: string) =>
    (await fixture.send('GET', '/chat-sessions', { headers: { 'x-assay-api-vocabulary': version } })).status;
  expect([await list('1'), await list('2'), await list('3')]).toEqual([200, 200, 400]);
});

test('other operations ignore the vocabularies', async () => {
  expect((await send('GET', '/projects/prj_member/servers', '3')).status).toBe(200);
});

test('every operation with a role has the vocabulary', () => {
  const withRole = Object.values(allOperations).filter(
    ({ input, reply }) => roleWalk(input) !== undefined || roleWalk(reply) !== undefined,
  );
  expect(withRole.filter((operation) => !vocabularyOf(operation)).map(({ id }) => id)).toEqual([
    // It describes the assertions of both vocabularies.
    'listEvalAssertionTypes',
  ]);
  expect(withRole.map(({ id }) => id)).toEqual(
    expect.arrayContaining([
      'createEvalCases',
      'getEvalAuthoringJob',
      'listEvalRunIterations',
      'getEvalRunGroup',
      'createJourney',
    ]),
  );
});

test.each(['/projects/prj_member/sessions', '/chat-sessions'])(
  'GET %s reads the version of the words of the API, and refuses another value',
  async (path) => {
    const read = async (version: string) =>
      (await fixture.send('GET', path, { headers: { 'x-assay-api-vocabulary': version } })).status;
    expect([await read('1'), await read('2'), await read('3')]).toEqual([200, 200, 400]);
  },
);
