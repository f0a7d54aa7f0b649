import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { sharedEverythingServer, type McpServerProcess } from '@assay/testkit/mcp-servers/everything-server';
import { sharedInstallation, type SharedInstallation } from '../support/shared-installation.ts';

const PROGRAM = join(import.meta.dirname, '../../../chart/programs/main-job.mjs');

let installation: SharedInstallation;
let everything: McpServerProcess;
let folder: string;
beforeAll(async () => {
  [installation, everything] = await Promise.all([
    sharedInstallation(),
    sharedEverythingServer({ transport: 'streamableHttp' }),
  ]);
  folder = await mkdtemp(join(tmpdir(), 'assay-helm-test-'));
  await writeFile(join(folder, 'key'), `${installation.apiKey}\n`);
});
afterAll(async () => {
  await Promise.all([everything.stop(), rm(folder, { recursive: true })]);
});

const projectIds = async (): Promise<string[]> => {
  const ids: string[] = [];
  for await (const { id } of installation.api.assay.listProjects.all({ limit: 500 })) ids.push(id);
  return ids;
};

/** Runs the program of `helm test` as the chart's job does. */
async function helmTest(env: Record<string, string>): Promise<{ code: number; output: string }> {
  const ASSAY_API_KEY_FILE = join(folder, 'key');
  const child = spawn(process.execPath, [PROGRAM], {
    env: { ASSAY_URL: installation.url, ASSAY_API_KEY_FILE, ...env },
  });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'close') as Promise<[number]>]);
  return { code, output };
}

test('helm test saves a server, runs a suite, reads the verdict and leaves no project behind', async () => {
  const before = await projectIds();
  const ended = await helmTest({ SERVER_URL: everything.url, TOOL: 'echo', TOOL_ARGUMENTS: '{"message":"hello"}' });
  expect(ended).toEqual({ code: 0, output: expect.stringMatching(/is valid\npassed .*verdict\npassed .*deleted\n$/) });
  expect(await projectIds()).toEqual(before);
});

test('helm test reports a run from outside when it knows no server', async () => {
  expect(await helmTest({})).toEqual({ code: 0, output: expect.stringContaining('a run ends with its verdict') });
});

test('helm test fails with the reason, and deletes its project, when the tool fails', async () => {
  const before = await projectIds();
  const { code, output } = await helmTest({ SERVER_URL: everything.url, TOOL: 'no-such-tool' });
  expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining('the run ended as failed') });
  expect(await projectIds()).toEqual(before);
});
