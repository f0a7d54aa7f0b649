import { dirname } from 'node:path';
import { DoctorReport } from '@assay/contract/areas/diagnosis/documents';
import { parser } from '@assay/kit/json/parse';
import type { StdioRules } from '@assay/mcp/target';
import { stdioServerFile } from '@assay/testkit/mcp-servers/stdio-command';
import { callTool } from '../src/call-tool.ts';
import { doctorServer } from '../src/doctor/doctor.ts';
import { inspectedServerOf } from './inspected-server.ts';

const report = parser(DoctorReport);
const rules: StdioRules = {
  allowedCommands: [process.execPath, '/no/such/program'],
  dir: undefined,
  env: { PATH: dirname(process.execPath) },
  maxMemoryMb: 1_000,
  maxSeconds: 60,
  maxMessageBytes: 1024 * 1024,
  mask: (text) => text,
};

/** The report on a command, and whether the doctor read its whole surface. */
async function examined(
  command: string,
  args: string[],
  stdio: StdioRules | 'nothing is allowed' = rules,
  connectMs = 20_000,
) {
  const subject = inspectedServerOf(
    '',
    { command: { command, args, env: {} }, ...(typeof stdio === 'object' && { stdio }) },
    { connectMs },
  );
  return { found: report(Buffer.from(JSON.stringify(await doctorServer(subject, {})))), seen: subject.surfaces };
}

test('a healthy command is diagnosed like any server, without the probe', async () => {
  const { found, seen } = await examined(process.execPath, [stdioServerFile]);
  expect(found).toMatchObject({
    target: { kind: 'stdio', label: 'Printer' },
    status: 'ready',
    probe: null,
    error: null,
    initInfo: { transport: 'stdio' },
    checks: {
      probe: { status: 'skipped', detail: 'A command has no address to probe.' },
      connection: { status: 'ok' },
      tools: { status: 'ok' },
      prompts: { status: 'skipped' },
    },
  });
  expect(found.target).not.toHaveProperty('url');
  expect(seen).toEqual([
    expect.objectContaining({
      tools: expect.arrayContaining([expect.objectContaining({ name: 'echo' })]),
      prompts: [],
    }),
  ]);
});

test('text of a command that is not UTF-8 is named in lists and in results', async () => {
  const latin1 = [stdioServerFile, 'latin1'];
  expect((await examined(process.execPath, latin1)).found.checks.tools).toMatchObject({
    status: 'error',
    cause: 'answer_not_utf8',
  });
  const subject = inspectedServerOf('', {
    command: { command: process.execPath, args: latin1, env: {} },
    stdio: rules,
  });
  const called = callTool(subject, { toolName: 'echo', parameters: { text: 'Grüße' } });
  await expect(called).rejects.toMatchObject({
    code: 'SERVER_UNREACHABLE',
    details: { cause: 'answer_not_utf8', method: 'tools/call' },
  });
});

test.each<[string, string, string[], StdioRules | 'nothing is allowed', string, object, number?]>([
  ['no runner allows commands', process.execPath, [stdioServerFile], 'nothing is allowed', 'runner_missing', {}],
  [
    'the runner does not allow this one',
    '/usr/bin/other',
    [],
    rules,
    'command_not_allowed',
    { command: '/usr/bin/other' },
  ],
  ['there is no such program', '/no/such/program', [], rules, 'command_not_found', { command: '/no/such/program' }],
  [
    'it exits at once',
    process.execPath,
    [stdioServerFile, 'crash'],
    rules,
    'command_exited',
    { exitCode: 1, stderr: expect.stringContaining('PRINTER_KEY is not set') },
  ],
  ['it never answers', process.execPath, [stdioServerFile, 'mute'], rules, 'no_answer', {}, 5_000],
  [
    'it writes invalid JSON-RPC',
    process.execPath,
    ['-e', 'console.log("Listening on port 3000"); setInterval(() => {}, 1000)'],
    rules,
    'command_output_invalid',
    { strayLines: 1 },
    5_000,
  ],
  [
    'it uses too much memory',
    process.execPath,
    ['-e', 'const all = []; setInterval(() => all.length < 64 && all.push(Buffer.alloc(16 * 1024 * 1024, 1)), 20)'],
    { ...rules, maxMemoryMb: 150 },
    'memory_exceeded',
    {},
  ],
])(
  'the doctor says so when %s',
  async (_, command, args, stdio, cause, evidence, connectMs = 20_000) => {
    const { found, seen } = await examined(command, args, stdio, connectMs);
    expect(found).toMatchObject({
      status: 'error',
      probe: null,
      error: { details: { cause } },
      checks: { probe: { status: 'skipped' }, tools: { status: 'skipped' } },
    });
    expect(found.checks.connection).toMatchObject({
      status: 'error',
      cause,
      explanation: expect.any(String),
      nextStep: expect.any(String),
      evidence,
    });
    expect(seen).toEqual([]);
  },
  60_000,
);
