import type { DoctorReport } from '@assay/contract/areas/diagnosis/documents';
import type { ServerTarget } from '@assay/mcp/target';
import { BROKEN_SERVERS } from '@assay/testkit/broken-servers/broken-servers';
import { listenLocally } from '@assay/testkit/listen';
import {
  asJson,
  initializeResult,
  rpcError,
  scriptedMcp,
  type McpScript,
  type ScriptedAnswer,
} from '@assay/testkit/mcp-servers/scripted-mcp';
import { callTool } from '../src/call-tool.ts';
import { doctorServer } from '../src/doctor/doctor.ts';
import { validateServer } from '../src/validate.ts';
import { inspectedServerOf } from './inspected-server.ts';

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

const scripted = async (script: McpScript = {}) => {
  const { url, stop } = await scriptedMcp(script);
  stops.push(stop);
  return url;
};
const examined = async (url: string, more?: Partial<ServerTarget>) =>
  (await doctorServer(inspectedServerOf(url, more), {})) as DoctorReport;

test('for a wrong path two other addresses of the same origin are asked, once each', async () => {
  const asked: string[] = [];
  const { origin, stop } = await listenLocally((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.writeHead(404).end();
  });
  stops.push(stop);
  const { checks } = await examined(`${origin}/team/api?key=hidden`);
  expect(checks.probe).toMatchObject({
    cause: 'wrong_path',
    evidence: { tried: [`${origin}/team/mcp`, `${origin}/team/sse`] },
    nextStep: expect.stringContaining('/team/mcp'),
  });
  expect(asked.filter((each) => !each.includes('/team/api')).toSorted()).toEqual(['GET /team/sse', 'POST /team/mcp']);
});

test('a saved credential is sent to the server, and not in the probe or the report', async () => {
  const seen: unknown[] = [];
  const { origin, stop } = await listenLocally((request, response) => {
    seen.push(request.headers.authorization);
    response
      .writeHead(403, { 'content-type': 'text/plain' })
      .end(`You said ${request.headers.authorization ?? 'nothing'}.`);
  });
  stops.push(stop);
  const report = await examined(`${origin}/mcp`, { headers: { Authorization: 'Bearer opaque-value-of-ours' } });
  expect(report).toMatchObject({
    status: 'error',
    checks: {
      probe: { status: 'ok' },
      connection: { cause: 'forbidden', evidence: { body: expect.stringContaining('[redacted]') } },
    },
  });
  expect(JSON.stringify(report)).not.toContain('opaque-value-of-ours');
  expect([seen[0], seen.at(-1)]).toEqual([undefined, 'Bearer opaque-value-of-ours']);
});

test('a grant counts as a credential: the probe lacks its token, the connection has it', async () => {
  const { origin, stop } = await listenLocally((request, response) =>
    response.writeHead(401, { 'www-authenticate': 'Bearer' }).end(`${request.headers.authorization}`),
  );
  stops.push(stop);
  const tokens = { token: async () => 'token-of-the-grant' };
  const report = await examined(`${origin}/mcp`, { tokens, useOAuth: true });
  expect(report).toMatchObject({
    status: 'oauth_required',
    checks: { probe: { status: 'ok' }, connection: { status: 'error', cause: 'token_refused' } },
  });
  expect(JSON.stringify(report)).not.toContain('token-of-the-grant');
});

test('the surface of a healthy server is complete, and every step has a duration', async () => {
  const subject = inspectedServerOf(await scripted());
  const { status, checks } = (await doctorServer(subject, {})) as DoctorReport;
  expect(status).toBe('ready');
  expect(subject.surfaces).toEqual([
    expect.objectContaining({
      serverInfo: { name: 'scripted', version: '1.0.0' },
      tools: [{ name: 'print', inputSchema: { type: 'object' } }],
      resources: [expect.anything()],
      resourceTemplates: [],
      prompts: [{ name: 'greet' }],
    }),
  ]);
  for (const check of Object.values(checks))
    expect(check).toMatchObject({ status: 'ok', durationMs: expect.any(Number) });
  expect(Object.values(checks).some(({ cause }) => cause !== undefined)).toBe(false);
});

test.each<[number, string, Record<string, string>?]>([
  [401, 'credentials_required'],
  [403, 'insufficient_scope', { 'www-authenticate': 'Bearer error="insufficient_scope", scope="print"' }],
  [404, 'session_lost'],
  [429, 'rate_limited'],
  [503, 'gateway_error'],
])(
  'a list that is answered with HTTP %d and a JSON-RPC error has the cause %s',
  async (status, cause, headers = {}) => {
    for (const list of ['tools/list', 'resources/templates/list']) {
      const subject = inspectedServerOf(
        await scripted({
          [list]: ({ id }, response) =>
            asJson(response, status, { jsonrpc: '2.0', id, error: { code: -32_000, message: 'No.' } }, headers),
        }),
      );
      const { checks } = (await doctorServer(subject, {})) as DoctorReport;
      expect(checks[list === 'tools/list' ? 'tools' : 'resourceTemplates']).toMatchObject({ status: 'error', cause });
    }
  },
);

test.each([
  ['another id', '999', 'application/json', '999'],
  ['another id in a stream', '999', 'text/event-stream', '999'],
  ['null for an id', 'null', 'application/json', 'null'],
  ['an object for an id', '{"a":1}', 'application/json', 'no string or number'],
])('a list that is answered with %s names the id', async (_, id, type, shown) => {
  const text = `{"jsonrpc":"2.0","id":${id},"result":{"tools":[]}}`;
  const url = await scripted({
    'tools/list': (_message, response) =>
      void response
        .writeHead(200, { 'content-type': type })
        .end(type === 'application/json' ? text : `data: ${text}\n\n`),
  });
  const { checks } = await examined(url);
  expect(checks.tools).toMatchObject({
    cause: 'answer_off_protocol',
    explanation: expect.stringContaining(`its id is ${shown}, and the request has the id`),
    evidence: { answerId: id, requestId: expect.stringMatching(/^\d+$/) },
  });
});

test.each(['application/json', 'text/event-stream'])(
  'text that is not UTF-8 is named in lists and in results, as %s',
  async (type) => {
    const latin1 =
      (result: object): ScriptedAnswer =>
      ({ id }, response) => {
        const text = JSON.stringify({ jsonrpc: '2.0', id, result });
        response
          .writeHead(200, { 'content-type': type })
          .end(Buffer.from(type === 'application/json' ? text : `data: ${text}\n\n`, 'latin1'));
      };
    const url = await scripted({
      'tools/list': latin1({ tools: [{ name: 'print', description: 'Druckt für dich.', inputSchema: {} }] }),
      'tools/call': latin1({ content: [{ type: 'text', text: 'Grüße' }] }),
    });
    const { checks } = await examined(url);
    expect(checks.tools).toMatchObject({ status: 'error', cause: 'answer_not_utf8' });
    await expect(callTool(inspectedServerOf(url), { toolName: 'print' })).rejects.toMatchObject({
      code: 'SERVER_UNREACHABLE',
      details: { cause: 'answer_not_utf8' },
    });
  },
);

test('a list with an entry that breaks the protocol is read, named and stored without it', async () => {
  const subject = inspectedServerOf(
    await scripted({
      'tools/list': () => ({ tools: [{ name: 'good', inputSchema: { type: 'object' } }, { inputSchema: {} }] }),
    }),
  );
  expect(await doctorServer(subject, {})).toMatchObject({
    status: 'partial',
    tools: [{ name: 'good' }],
    error: { code: 'SERVER_UNREACHABLE', details: { cause: 'items_invalid' } },
  });
  expect(subject.surfaces).toMatchObject([{ tools: [{ name: 'good' }], invalidItems: { tools: [{ index: 1 }] } }]);
});

test('a report on a server with 20 MB of instructions is clipped, and its surface is whole', async () => {
  const instructions = 'x'.repeat(20_000_000);
  const subject = inspectedServerOf(
    await scripted({
      initialize: (message) =>
        initializeResult(message, {
          instructions,
          serverInfo: { name: 'y'.repeat(1_000_000), version: '1' },
          capabilities: { tools: {}, ['z'.repeat(1_000_000)]: {} },
        }),
    }),
  );
  const report = (await doctorServer(subject, {})) as DoctorReport;
  expect(report.initInfo!.instructions).toBe(`${'x'.repeat(10_000)}…\n[cut: the first 10000 of 20000000 characters]`);
  expect(report.checks.initialization.detail.length).toBeLessThan(300);
  expect(report.checks.capabilities.detail.length).toBeLessThan(1_100);
  expect(subject.surfaces).toMatchObject([{ instructions }]);
});

test('the wait for a probe that is never answered does not count as the time of the server', async () => {
  const url = await scripted({ 'server/discover': () => undefined });
  const startedAt = performance.now();
  const { status, checks } = await examined(url);
  const elapsedMs = performance.now() - startedAt;
  expect(status).toBe('ready');
  // The probe is given up after three seconds.
  for (const { durationMs } of Object.values(checks)) expect(durationMs).toBeLessThan(elapsedMs - 2_900);
}, 30_000);

test('a request that is answered with 202 is named', async () => {
  const url = await scripted({ 'tools/list': (_message, response) => void response.writeHead(202).end() });
  const { checks } = (await doctorServer(inspectedServerOf(url, {}, { idleMs: 300 }), {})) as DoctorReport;
  expect(checks.tools).toMatchObject({
    cause: 'no_answer',
    explanation: expect.stringContaining('with an empty 202, as if it were a notification'),
    nextStep: expect.stringContaining('202 is for notifications'),
  });
});

test('a server of both eras is reported with the revision that was spoken and the other ones', async () => {
  const supportedVersions = ['2026-07-28', '2025-11-25', '2025-06-18'];
  const url = await scripted({
    'server/discover': () => ({
      resultType: 'complete',
      supportedVersions,
      capabilities: {},
      ttlMs: 0,
      cacheScope: 'private',
    }),
  });
  const { checks, initInfo } = await examined(url);
  expect(initInfo).toMatchObject({ protocolVersion: '2026-07-28', otherVersions: supportedVersions.slice(1) });
  expect(checks.initialization.detail).toContain(
    'revision 2026-07-28. It serves 2025-11-25, 2025-06-18 at this address, too.',
  );
});

test('an empty cursor ends a list', async () => {
  const subject = inspectedServerOf(
    await scripted({
      'tools/list': () => ({ tools: [{ name: 'print', inputSchema: { type: 'object' } }], nextCursor: '' }),
    }),
  );
  expect(await doctorServer(subject, {})).toMatchObject({ status: 'ready', tools: [{ name: 'print' }] });
});

test('a neighbour that answers 404 in JSON-RPC is not an MCP server', async () => {
  const { origin, stop } = await listenLocally((_request, response) =>
    asJson(response, 404, { jsonrpc: '2.0', id: null, error: { code: -32_000, message: 'No route' } }),
  );
  stops.push(stop);
  const { checks } = await examined(`${origin}/api`);
  expect(checks.probe).toMatchObject({ cause: 'wrong_path', evidence: { tried: [`${origin}/mcp`, `${origin}/sse`] } });
  expect(checks.probe.evidence).not.toHaveProperty('answersAt');
});

test('a surface without resource templates is complete', async () => {
  const subject = inspectedServerOf(
    await scripted({ 'resources/templates/list': (message, response) => rpcError(response, message, -32_601) }),
  );
  expect(await doctorServer(subject, {})).toMatchObject({
    status: 'ready',
    checks: { resourceTemplates: { status: 'skipped' } },
  });
  expect(subject.surfaces).toMatchObject([{ resourceTemplates: [] }]);
});

describe('validate', () => {
  test('answers before the lists are read, and has the surface stored afterwards', async () => {
    const listed = Promise.withResolvers<void>();
    const url = await scripted({
      'tools/list': ({ id }, response) => {
        void listed.promise.then(() =>
          response
            .writeHead(200, { 'content-type': 'application/json' })
            .end(JSON.stringify({ jsonrpc: '2.0', id, result: { tools: [] } })),
        );
      },
    });
    const later: Promise<void>[] = [];
    const subject = {
      ...inspectedServerOf(url),
      afterwards: (work: () => Promise<void>) => {
        later.push(work());
      },
    };
    expect(await validateServer(subject, {})).toMatchObject({
      success: true,
      initInfo: { serverInfo: { name: 'scripted' } },
    });
    expect(subject.surfaces).toEqual([]);
    listed.resolve();
    await Promise.all(later);
    expect(subject.surfaces).toMatchObject([{ tools: [], prompts: [{ name: 'greet' }] }]);
  });

  test('ignores failing lists', async () => {
    const later: Promise<void>[] = [];
    const subject = {
      ...inspectedServerOf(
        await scripted({ 'tools/list': (message, response) => rpcError(response, message, -32_603) }),
      ),
      afterwards: (work: () => Promise<void>) => {
        later.push(work());
      },
    };
    expect(await validateServer(subject, {})).toMatchObject({ success: true });
    expect(await Promise.all(later)).toEqual([undefined]);
    expect(subject.surfaces).toEqual([]);
  });

  test('reads no lists in a process that ends with the answer', async () => {
    const asked: string[] = [];
    const url = await scripted({
      initialize: (message) => {
        asked.push(message.method);
        return initializeResult(message);
      },
      'tools/list': (message) => {
        asked.push(message.method);
        return { tools: [] };
      },
    });
    await validateServer(inspectedServerOf(url), {});
    expect(asked).toEqual(['initialize']);
  });

  test.each(['http to a TLS server', 'a path next to the MCP endpoint'])(
    'names the cause as the doctor does: %s',
    async (name) => {
      const broken = BROKEN_SERVERS.find((each) => each.name === name)!;
      const { url, stop } = await broken.start();
      stops.push(stop);
      await expect(validateServer(inspectedServerOf(url), {})).rejects.toMatchObject({
        code: broken.code,
        details: { cause: broken.cause },
      });
    },
  );
});
