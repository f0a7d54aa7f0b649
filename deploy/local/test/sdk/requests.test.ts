import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClient, Problem, type AssayClient, type ClientOptions } from '@assay/sdk';
import { otherwise, RawReply, replayed } from '@assay/kit/rpc/handle';
import { Problem as Refusal } from '@assay/contract/problem';
import { startTestGateway, testKeys, uploadPath, type TestGateway } from '../../../../gateway/test/start.ts';

/** The request as the services behind the gateway got it. */
interface Echo {
  target: Record<string, string>;
  input: unknown;
}

const project = { projectId: 'prj_member' };
const administered = { projectId: 'prj_admin' };
const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0xff]);

let fixture: TestGateway;
let assay: AssayClient;
beforeAll(async () => {
  fixture = await startTestGateway({
    answers: {
      getMe: async () => ({ id: 'usr_1', mood: 'new', unheard: { of: true } }),
      getBrowserScreenshot: async () => new RawReply(png, 'image/webp'),
      exportEvalRunMarkdown: async () => new RawReply('# Lauf ✓', 'text/markdown; charset=utf-8'),
      putEvalIngestArtifact: async (_caller, target, input) => ({ ...target, size: (input as Uint8Array).length }),
      pushProjectPlugin: async (_caller, _target, input) => ({ size: (input as Uint8Array).length }),
      generateEvalCases: async () => otherwise({ jobId: 'job_1', status: 'pending' }),
      createEvalSuite: async () => replayed({ id: 's_1' }),
      startSingleSignOn: async () => new RawReply('', 'text/html', { Location: 'https://idp.example/authorize' }),
      waiveEvalGate: async () => otherwise({ code: 'CONFLICT', message: 'There is one.', waiver: { id: 'wai_1' } }),
      getProject: async () => {
        throw new Refusal('NOT_FOUND', 'No such project.', { reason: 'SOME_REASON' });
      },
      listProjects: async (_caller, _target, input) => {
        const { cursor = '0' } = input as { cursor?: string };
        const next = Number(cursor) + 1;
        return {
          items: [{ id: `prj_${cursor}` }, { id: `prj_${cursor}b` }],
          ...(next < 3 && { nextCursor: `${next}` }),
        };
      },
      listTools: async (_caller, _target, input) =>
        (input as { cursor?: string }).cursor === undefined
          ? { items: [{ name: 'a' }], nextCursor: 'more' }
          : { items: [{ name: 'b' }] },
      listSecrets: async () => ({ items: [], nextCursor: 'the same' }),
    },
  });
  assay = clientOf();
});
afterAll(() => fixture.stop());

const clientOf = (options: Partial<ClientOptions> = {}): AssayClient =>
  createClient({ url: fixture.origin, credential: testKeys.good, ...options });

const echoOf = async (call: Promise<unknown>): Promise<Echo> => (await call) as Echo;

test('path parameters, body and options arrive in their places', async () => {
  const call = assay.createEvalRun(
    project,
    { suiteId: 's_1' },
    { launcher: { kind: 'cli', client: 'Prüfer' }, ci: { branch: 'größe' }, idempotencyKey: 'mine' },
  );
  expect(await echoOf(call)).toMatchObject({
    target: {
      projectId: 'prj_member',
      idempotencyKey: 'mine',
      launcher: String.raw`{"kind":"cli","client":"Pr\u00fcfer"}`,
      ci: String.raw`{"branch":"gr\u00f6\u00dfe"}`,
    },
    input: { suiteId: 's_1' },
  });
});

test('a query arrives as text, without the fields that are undefined', async () => {
  const { input } = await echoOf(
    assay.listEvalRuns(project, { suiteId: 'a&b=c+d%', limit: 5, ...({ cursor: undefined } as object) }),
  );
  expect(input).toEqual({ suiteId: 'a&b=c+d%', limit: '5' });
});

test('an operation that reads neither parameters nor input takes its options alone', async () => {
  const gone = new AbortController();
  gone.abort(new Error('not now'));
  await expect(assay.getMe({ signal: gone.signal })).rejects.toThrow('not now');
  expect(await assay.getMe()).toMatchObject({ id: 'usr_1' });
});

test('options of the query and of headers reach the operations that read them', async () => {
  const own = await echoOf(
    assay.deleteEvalCase({ ...project, suiteId: 's_1', caseId: 'c_1' }, { declaredSuiteId: 'mine' }),
  );
  expect(own.target).toMatchObject({ declaredSuiteId: 'mine', caseId: 'c_1' });
  const waits = await echoOf(assay.getEvalRun({ ...project, runId: 'r_1' }, {}, { preferredWait: 7 }));
  expect(waits.target).toMatchObject({ preferredWait: '7' });
});

test('a parameter is escaped, and one that would leave its path is refused', async () => {
  const { target } = await echoOf(assay.getClient({ ...project, clientId: 'a/b ?#%' }));
  expect(target).toMatchObject({ clientId: 'a/b ?#%' });
  for (const runId of ['..', '.', ''])
    await expect(assay.cancelEvalRun({ ...project, runId })).rejects.toThrow(TypeError);
  await expect(assay.cancelEvalRun(undefined as never)).rejects.toThrow('cancelEvalRun needs the parameters');
});

test('an idempotency key is made for each call, and one of the body counts', async () => {
  const keyOf = async (call: Promise<unknown>) => (await echoOf(call)).target.idempotencyKey;
  const create = () => assay.createProject({ name: 'P' });
  const [one, other] = [await keyOf(create()), await keyOf(create())];
  expect(one).toMatch(/^[0-9a-f]{32}$/);
  expect(other).not.toBe(one);
  expect(await keyOf(assay.createEvalRun(project, { suiteId: 's_1', idempotencyKey: 'of the body' }))).toBe(
    'of the body',
  );
});

test('unknown fields and values of a newer platform are handed on', async () => {
  expect(await assay.getMe()).toEqual({ id: 'usr_1', mood: 'new', unheard: { of: true } });
});

test('bytes are sent and answered as bytes, texts as texts', async () => {
  const bytes = new Uint8Array([1, 2, 3]);
  expect(await assay.pushProjectPlugin(administered, bytes)).toEqual({ size: 3 });
  expect(await assay.pushProjectPlugin(administered, new Blob([bytes, bytes]))).toEqual({ size: 6 });
  const image = await assay.getBrowserScreenshot.withResponse({
    ...project,
    sessionId: 'ses_1',
    screenshotId: 'sho_1',
  });
  expect([image.headers.get('content-type'), image.data]).toEqual(['image/webp', new Uint8Array(png)]);
  expect(await assay.exportEvalRunMarkdown({ ...project, runId: 'r_1' })).toBe('# Lauf ✓');
});

test('an upload to a URL that was given out needs no credential', async () => {
  const [, uploadToken = ''] = /artifacts\/(.*)$/.exec(uploadPath()) ?? [];
  const stranger = clientOf({ credential: undefined });
  expect(await stranger.putEvalIngestArtifact({ ...project, uploadToken }, new Uint8Array(5))).toMatchObject({
    size: 5,
  });
});

test('withResponse tells the status, the headers and whether the answer is a replay', async () => {
  const pending = await assay.generateEvalCases.withResponse({ ...project, suiteId: 's_1' }, {});
  expect(pending).toMatchObject({ status: 202, isReplay: false, data: { jobId: 'job_1' } });
  expect(pending.requestId).toMatch(/^req_/);
  const again = await assay.createEvalSuite.withResponse(project, { name: 'S', serverIds: ['srv_1'] });
  expect(again).toMatchObject({ status: 201, isReplay: true });
});

test('a redirect that an operation declares is told and not followed', async () => {
  const { data } = await assay.startSingleSignOn.withResponse();
  expect(data).toEqual({ location: 'https://idp.example/authorize' });
});

test('a refusal is a Problem with its code, reason, status, request and body', async () => {
  const failure = await assay.getProject(project).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(Problem);
  expect(failure).toMatchObject({
    code: 'NOT_FOUND',
    status: 404,
    message: 'No such project.',
    reason: 'SOME_REASON',
    operationId: 'getProject',
    requestId: expect.stringMatching(/^req_/),
  });
});

test('a refusal that is a document of its own has it as its body', async () => {
  const failure = await assay
    .waiveEvalGate({ ...administered, runId: 'r_1' }, { reason: 'because', expiresAt: Date.now() + 60_000 })
    .catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 'CONFLICT', status: 409, body: { waiver: { id: 'wai_1' } } });
});

test('all asks for one page after another, in the query or in the body', async () => {
  const ids: string[] = [];
  for await (const { id } of assay.listProjects.all({ limit: 2 })) ids.push(id);
  expect(ids).toEqual(['prj_0', 'prj_0b', 'prj_1', 'prj_1b', 'prj_2', 'prj_2b']);
  const names: unknown[] = [];
  for await (const tool of assay.listTools.all({ ...project, serverId: 'srv_1' })) names.push(tool.name);
  expect(names).toEqual(['a', 'b']);
});

test('all asks for no page that is not needed, and fails when a page is answered twice', async () => {
  const paths: string[] = [];
  const counted = clientOf({ log: ({ operationId }) => paths.push(operationId) });
  for await (const { id } of counted.listProjects.all()) if (id === 'prj_0b') break;
  expect(paths).toEqual(['listProjects']);
  await expect(counted.listSecrets.all(administered).next()).rejects.toThrow('the same page again');
});

test('a base address may have the path of a proxy', async () => {
  const { port } = new URL(fixture.origin);
  const proxy = createServer((req, res) => {
    if (!req.url!.startsWith('/tools/assay/')) return void res.writeHead(404).end();
    const target = { port, method: req.method, path: req.url!.slice('/tools/assay'.length), headers: req.headers };
    req.pipe(request(target, (answer) => answer.pipe(res.writeHead(answer.statusCode!, answer.headers))));
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  try {
    for (const slash of ['', '/']) {
      const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/tools/assay${slash}`;
      expect(await clientOf({ url }).getMe()).toMatchObject({ id: 'usr_1' });
      expect(await clientOf({ url: new URL(url) }).startSingleSignOn()).toMatchObject({ location: expect.any(String) });
    }
  } finally {
    proxy.close();
    proxy.closeAllConnections();
  }
});

test.each([
  ['no address', { url: 'assay' }, 'no address'],
  ['another scheme', { url: 'ftp://x.example' }, 'not http or https'],
  ['a password in the address', { url: 'http://me:hunter2@x.example' }, 'must not contain a password'],
  ['a key with a line break', { credential: 'sk_secret\n' }, 'printable ASCII'],
  ['an empty key', { credential: '' }, 'printable ASCII'],
])('a client refuses %s, and repeats no secret', (_, options, message) => {
  const create = () => clientOf(options);
  expect(create).toThrow(message);
  expect(create).not.toThrow(/hunter2|sk_secret/);
});
