import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { commandLine, Machine } from '../support/assay-command.ts';
import { sharedInstallation, type SharedInstallation } from '../support/shared-installation.ts';

let installation: SharedInstallation;
let machine: Machine;
beforeAll(async () => {
  installation = await sharedInstallation();
  machine = await Machine.set({
    ASSAY_URL: installation.url,
    ASSAY_API_KEY: installation.apiKey,
    ASSAY_PROJECT: installation.api.projectId,
  });
});
afterAll(() => machine.remove());

test('an agent uses the tools of the platform over stdio, and never sees the key', async () => {
  const client = new Client({ name: 'agent', version: '1' });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [commandLine, 'mcp'],
    env: machine.env as Record<string, string>,
  });
  await client.connect(transport);
  expect((await client.listTools()).tools.map(({ name }) => name)).toContain('createEvalRun');
  const called = await client.callTool({
    name: 'getProject',
    arguments: { projectId: installation.api.projectId },
  });
  expect(called.structuredContent).toMatchObject({ id: installation.api.projectId });
  await client.close();
});

test('a platform of the same version knows every operation of the command line', async () => {
  expect(await machine.type('upgrade-check')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('● The platform has every operation of this command line.'),
  });
});

test('open prints the page of the project, and opens no browser from a pipe', async () => {
  const { code, stdout } = await machine.pipe(['open']);
  expect([code, stdout]).toEqual([0, `${installation.url}/p/${installation.api.projectId}\n`]);
});

test('a project is used by its name, from the folder and every folder below it', async () => {
  const { name } = await installation.api.assay.getProject({ projectId: installation.api.projectId });
  expect(await machine.type('use', name)).toMatchObject({
    code: 0,
    stdout: `${machine.folder} works in project ${name} of ${installation.url} (assay.json).\n`,
  });
  Object.assign(machine.env, { ASSAY_PROJECT: undefined });
  expect(await machine.type('whoami')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(`from ${join(machine.folder, 'assay.json')}\n`),
  });
});
