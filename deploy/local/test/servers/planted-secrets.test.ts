import type { Answer } from '@assay/sdk';
import { Writable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import type { IncomingHttpHeaders } from 'node:http';
import { createLog } from '@assay/kit/log';
import { initializeResult, scriptedMcp, SCRIPTED_CAPABILITIES } from '@assay/testkit/mcp-servers/scripted-mcp';
import { waitUntil } from '@assay/testkit/until';
import { assertStep, toolCall, answerOf } from '../support/api.ts';
import { startInstallation, type Installation } from '../support/installation.ts';

/** Ninety headers, five of which refer to secrets, and ten values of the query; none looks like a secret. */
const VALUES = Array.from({ length: 100 }, (_, i) => `Planted ${i} "of" ${'lmnop'[i % 5]!.repeat(9)}/${i * 7_919}`);
const HEADERS = Object.fromEntries(VALUES.slice(0, 85).map((value, i) => [`x-planted-${i}`, value]));
const SECRETS = VALUES.slice(85, 90);
const QUERY = new URLSearchParams(VALUES.slice(90).map((value, i): [string, string] => [`planted${i}`, value]));

const logged: string[] = [];
const log = createLog(
  'test',
  'trace',
  new Writable({
    write(line: Buffer, _encoding, done) {
      logged.push(line.toString());
      done();
    },
  }),
);

let installation: Installation;
let stop: () => Promise<void>;
let url: string;

/** Every form in which the server sends back what it was sent. */
function echoed(headers: IncomingHttpHeaders, address: string): string {
  const values = new Set([
    ...Object.entries(headers).flatMap(([name, value]) =>
      // The values of secrets come back with their prefix and without it.
      name.startsWith('x-planted') ? [String(value), String(value).replace(/^\d+:/, '')] : [],
    ),
    ...new URL(address, 'http://localhost').searchParams.values(),
  ]);
  const forms = (value: string) => [
    value,
    encodeURIComponent(value),
    Buffer.from(value).toString('base64'),
    Buffer.from(`user:${value}`).toString('base64url'),
    JSON.stringify({ value }),
  ];
  return [...values].flatMap(forms).join('\n');
}

beforeAll(async () => {
  [installation, { url, stop }] = await Promise.all([
    startInstallation({}, log),
    scriptedMcp({
      initialize: (message, _response, { headers, url: address }) =>
        initializeResult(message, {
          capabilities: SCRIPTED_CAPABILITIES,
          instructions: echoed(headers, address!),
          serverInfo: { name: 'echo', version: '1', title: echoed(headers, address!) },
        }),
      'tools/list': (_message, _response, { headers, url: address }) => ({
        tools: [{ name: 'echo', description: echoed(headers, address!), inputSchema: { type: 'object' } }],
      }),
      'tools/call': (_message, _response, { headers, url: address }) => ({
        content: [{ type: 'text', text: echoed(headers, address!) }],
        structuredContent: { [echoed(headers, address!)]: echoed(headers, address!) },
      }),
      'prompts/get': (message, response, { headers, url: address }) =>
        void response.writeHead(200, { 'content-type': 'application/json' }).end(
          JSON.stringify({
            jsonrpc: '2.0',
            id: message.id,
            error: { code: -32_000, message: echoed(headers, address!) },
          }),
        ),
    }),
  ]);
});
afterAll(async () => {
  await installation.stop();
  await stop();
});

/** The planted values in a text, in any of the forms that the server sends. */
const planted = (text: string): string[] =>
  VALUES.filter((value) =>
    [
      value,
      JSON.stringify(value).slice(1, -1),
      encodeURIComponent(value),
      new URLSearchParams([['', value]]).toString().slice(1),
      Buffer.from(value).toString('base64').slice(0, 16),
      Buffer.from(`user:${value}`).toString('base64url').slice(8, 24),
    ].some((form) => text.includes(form)),
  );

/** The cells of every table, compressed ones unfolded. */
async function* cells(): AsyncGenerator<[table: string, text: string]> {
  const tables = await installation.sql<{ name: string }>(`
    select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where relkind = 'r' and n.nspname !~ '^(pg_|information_schema)'`);
  for (const { name } of tables)
    for (const row of await installation.sql<Record<string, unknown>>(`select * from ${name}`))
      for (const cell of Object.values(row)) yield [name, textOf(cell)];
}

function textOf(cell: unknown): string {
  if (!Buffer.isBuffer(cell)) return typeof cell === 'string' ? cell : (JSON.stringify(cell) ?? '');
  return (cell[0] === 0x1f && cell[1] === 0x8b ? gunzipSync(cell) : cell).toString('latin1');
}

test('of 100 planted secrets none is in a table, a log, an event, a report or an export', async () => {
  const { api } = installation;
  const name = 'echo';
  const told: string[] = [];
  const ask = async <Reply>(call: Promise<Answer<Reply>>) => {
    const answer = await answerOf(call);
    told.push(JSON.stringify(answer.body));
    return answer;
  };
  const references: Record<string, { secretId: string; prefix: string }> = {};
  for (const [i] of SECRETS.entries()) {
    const { body } = await ask(
      api.assay.createSecret.withResponse({ projectId: api.projectId }, { name: `planted ${i}`, value: VALUES[0]! }),
    );
    references[`x-planted-${85 + i}`] = { secretId: body.id, prefix: `${i}:` };
  }
  const id = await api.saveServer(name, `${url}?${QUERY.toString()}`, { headers: { ...HEADERS, ...references } });
  for (const [i, { secretId }] of Object.values(references).entries())
    await ask(
      api.assay.updateSecret.withResponse({ projectId: api.projectId, secretId: secretId }, { value: SECRETS[i]! }),
    );
  const call = { toolName: 'echo', report: true };
  const answers = await Promise.all([
    ask(api.assay.getProjectServer.withResponse({ projectId: api.projectId, serverId: id })),
    ask(api.assay.listSecrets.withResponse({ projectId: api.projectId })),
    ask(api.assay.runDoctor.withResponse({ projectId: api.projectId, serverId: id }, {})),
    ask(api.assay.validateServer.withResponse({ projectId: api.projectId, serverId: id }, {})),
    ask(api.assay.callTool.withResponse({ projectId: api.projectId, serverId: id }, call)),
    ask(api.assay.listTools.withResponse({ projectId: api.projectId, serverId: id }, {})),
    ask(api.assay.exportServer.withResponse({ projectId: api.projectId, serverId: id }, {})),
    ask(api.assay.lintServer.withResponse({ projectId: api.projectId, serverId: id }, {})),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
  await ask(api.assay.getPrompt.withResponse({ projectId: api.projectId, serverId: id }, { promptName: 'greet' }));
  await ask(api.assay.listServerSurfaces.withResponse({ projectId: api.projectId, serverId: id }));

  const steps = [
    toolCall('call', name, 'echo'),
    assertStep('said', { type: 'toolResultContains', needle: 'not there' }),
    assertStep('sent back', { type: 'toolResultContains', needle: VALUES[0]!.slice(0, 7) }),
  ];
  const runId = await api.startRun({
    suiteName: 'planted',
    serverIds: [id],
    tests: [{ title: 't', steps }],
    cassette: { mode: 'record' },
  });
  await api.finishedRun(runId);
  await waitUntil(async () => (await api.run(runId)).cassette?.cassetteId);
  const [first] = await api.iterations(runId);
  told.push(JSON.stringify(await api.trace(runId, first!.id)));
  await ask(api.assay.getEvalRun.withResponse({ projectId: api.projectId, runId: runId }));
  await ask(
    api.assay.getEvalIterationTrace.withResponse({ projectId: api.projectId, runId: runId, iterationId: first!.id }),
  );

  expect(told.join('\n')).toContain('[redacted]');
  expect(planted(told.join('\n'))).toEqual([]);
  expect(planted(logged.join('\n'))).toEqual([]);
  for await (const [table, text] of cells()) expect([table, planted(text)]).toEqual([table, []]);
});
