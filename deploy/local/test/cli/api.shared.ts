import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sharedEverythingServer, type McpServerProcess } from '@assay/testkit/mcp-servers/everything-server';
import { zipOf } from '@assay/testkit/zip';
import { toolCall } from '../support/api.ts';
import { sharedInstallation, type SharedInstallation } from '../support/shared-installation.ts';
import { commandsOf, type AssayCommand } from './commands.ts';

let installation: SharedInstallation;
let everything: McpServerProcess;
let assay: AssayCommand;
let folder: string;
beforeAll(async () => {
  [installation, everything] = await Promise.all([
    sharedInstallation(),
    sharedEverythingServer({ transport: 'streamableHttp' }),
  ]);
  folder = await mkdtemp(join(tmpdir(), 'assay-cli-api-'));
  const run = commandsOf(installation, installation.api);
  assay = (words, around) => run(['api', ...words], { folder, ...around });
});
afterAll(() => Promise.all([everything.stop(), rm(folder, { recursive: true })]));

/** The id of a new run of one case. */
async function startedRun(): Promise<string> {
  const { assay: client, projectId } = installation.api;
  const { id: serverId } = await client.createProjectServer(
    { projectId },
    { name: 'everything', enabled: true, transportType: 'http', url: everything.url },
  );
  const { suiteId } = await client.createEvalSuite({ projectId }, { name: 'Smoke', serverIds: [serverId] });
  const steps = [toolCall('call', 'everything', 'echo', { message: 'hi' })];
  await client.createEvalCase({ projectId, suiteId }, { title: 'echo', steps });
  return (await client.createEvalRun({ projectId }, { suiteId })).runId;
}

test('operations are listed by a word, and an unknown id is told with the nearest one', async () => {
  const found = JSON.parse((await assay(['--list', 'schedule'])).stdout) as { id: string }[];
  expect(found.map(({ id }) => id)).toContain('updateEvalSuiteSchedule');
  expect(await assay(['getEvalRnu'])).toEqual({
    code: 2,
    stdout: '',
    stderr: 'assay: there is no operation "getEvalRnu". Did you mean "getEvalRun"?\n  assay api --list <word>\n',
  });
});

test('parameters go where the operation has them, and unknown and missing ones are told', async () => {
  const plan = await assay([
    'planEvalTrials',
    '-p',
    'baselineRate=0.95',
    '-p',
    'drop=0.1',
    '--json',
    'baselineRate,drop',
  ]);
  expect(JSON.parse(plan.stdout)).toEqual({ baselineRate: 0.95, drop: 0.1 });
  expect(await assay(['getEvalRun'])).toMatchObject({ code: 2, stderr: expect.stringContaining('needs runId') });
  expect(await assay(['getEvalRun', '-p', 'runid=x'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('has no parameter "runid". Did you mean "runId"?'),
  });
  expect(await assay(['listPersonas', '-d', '{}'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('no body'),
  });
});

test('a body comes from a file with parameters over it, and pages are followed', async () => {
  await writeFile(join(folder, 'persona.json'), '\uFEFF{"name": "Ann", "role": "x"}');
  for (const role of ['nurse', 'doctor', 'pilot'])
    expect(await assay(['createPersona', '-d', '@persona.json', '-p', `role=${role}`])).toMatchObject({ code: 0 });
  const lines = (await assay(['listPersonas', '--all', '--jsonl', '-p', 'limit=1', '--limit', '2'])).stdout;
  expect(
    lines
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).role),
  ).toEqual(['pilot', 'doctor']);
  expect(await assay(['getProject', '--all'])).toMatchObject({ code: 2 });
  expect(await assay(['createPersona', '-d', '{'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('is no JSON'),
  });
});

test('what deletes is confirmed, and an answer that is no JSON is printed as it is', async () => {
  expect(await assay(['deleteProject'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--yes answers it'),
  });
  expect((await assay(['getProject', '-o', 'project.json'])).stdout).toBe('');
  expect(JSON.parse(await readFile(join(folder, 'project.json'), 'utf8'))).toHaveProperty('organizationId');
  const lines = (await assay(['exportAuditLog'])).stdout.trimEnd().split('\n');
  expect(JSON.parse(lines[0]!)).toHaveProperty('hash');
});

test('the events of a stream are printed one a line until its end', async () => {
  const run = await startedRun();
  const { code, stdout } = await assay(['streamEvalRunEvents', '-p', `runId=${run}`]);
  const events = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { type: string });
  expect([code, events.at(-1)?.type]).toEqual([0, 'end']);
});

test('an upload takes the bytes of a file', async () => {
  await writeFile(
    join(folder, 'skill.zip'),
    zipOf({ 'forms/SKILL.md': '---\nname: forms\ndescription: Fill in forms.\n---\n# Forms\n' }),
  );
  const pushed = await assay(['pushProjectSkill', '-d', '@skill.zip', '--json', 'created']);
  expect([pushed.code, JSON.parse(pushed.stdout)]).toEqual([0, { created: true }]);
  expect(await assay(['pushProjectSkill', '-d', '@none.zip'])).toMatchObject({ code: 2, stdout: '' });
});
