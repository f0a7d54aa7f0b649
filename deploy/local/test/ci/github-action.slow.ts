import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CASE_LINES, openCiProject, type CiProject } from './support/ci-project.ts';
import { documentedWorkflow } from './support/documented.ts';
import { stopSharedInstallation } from '../support/shared-installation.ts';
import { filled, runAction, type ActionEnd } from './support/github-runner.ts';

let project: CiProject;
let workflow: Awaited<ReturnType<typeof documentedWorkflow>>;
beforeAll(async () => {
  [project, workflow] = [await openCiProject(), await documentedWorkflow()];
});
afterAll(async () => {
  await project.stop();
  await stopSharedInstallation();
});

const MARKED = /^<!-- assay suite\.yaml%20staging -->\n/;

/** A job of the workflow of docs/ci.md, for a push to a branch or for pull request 7. */
async function job(event: 'push' | 'pull', more: Record<string, string> = {}): Promise<ActionEnd> {
  const { folder, commit, env, host, installation, tarball, api } = project;
  const eventFile = join(folder, '..', 'event.json');
  const pull = {
    number: 7,
    head: { sha: commit, ref: 'fix', repo: { full_name: 'acme/helpdesk' } },
    base: { ref: 'main' },
  };
  await writeFile(eventFile, JSON.stringify(event === 'pull' ? { pull_request: pull } : {}));
  const refs =
    event === 'pull'
      ? { GITHUB_REF: 'refs/pull/7/merge', GITHUB_HEAD_REF: 'fix', GITHUB_BASE_REF: 'main' }
      : { GITHUB_REF: 'refs/heads/main', GITHUB_REF_NAME: 'main', GITHUB_REF_TYPE: 'branch' };
  const contexts = {
    github: {
      token: 'robot',
      base_ref: event === 'pull' ? 'main' : '',
      ref_name: event === 'pull' ? '7/merge' : 'main',
    },
    vars: { ASSAY_PACKAGE: tarball, ASSAY_URL: installation.url },
    secrets: { ASSAY_API_KEY: installation.apiKey },
  };
  const inputs = Object.entries(workflow.inputs).map(([name, value]) => [name, filled(value, contexts)]);
  return runAction(
    workflow.action,
    {
      folder,
      env: {
        ...env,
        ...refs,
        GITHUB_ACTIONS: 'true',
        GITHUB_API_URL: host.githubUrl,
        GITHUB_SERVER_URL: 'https://github.com',
        GITHUB_REPOSITORY: 'acme/helpdesk',
        GITHUB_RUN_ID: '900',
        GITHUB_JOB: 'assay',
        GITHUB_SHA: commit,
        GITHUB_EVENT_PATH: eventFile,
      },
      contexts,
    },
    { project: api.projectId, ...(Object.fromEntries(inputs) as Record<string, string>), ...more },
  );
}

test('the workflow of docs/ci.md passes on main, fails with the suite, and passes again', async () => {
  const { api, commit, host, writeSuite } = project;
  const onMain = await job('push');
  expect([onMain.conclusion, onMain.log]).toEqual(['success', expect.stringContaining('passed')]);
  expect(onMain.outputs).toMatchObject({
    verdict: 'passed',
    'exit-code': '0',
    sentence: expect.stringContaining('passed'),
  });
  expect(onMain.summary).toContain('4 of 4');
  expect(onMain.log).not.toContain(project.installation.apiKey);
  expect(await api.run(onMain.outputs['run-id']!)).toMatchObject({
    ciMetadata: {
      provider: 'github',
      branch: 'main',
      commitSha: commit,
      commitMessage: 'Refund in cents',
      commitAuthor: 'Ada',
      runUrl: 'https://github.com/acme/helpdesk/actions/runs/900',
    },
    environment: { name: 'staging' },
    baseline: { branch: 'main' },
  });
  expect(host.comments).toEqual([]);

  await writeSuite(1);
  const broken = await job('pull');
  expect([broken.conclusion, broken.outputs['exit-code'], broken.outputs.verdict]).toEqual(['failure', '1', 'failed']);
  expect(broken.annotations).toMatchObject(
    CASE_LINES.slice(1).map((line) => ({ level: 'error', properties: { file: 'suite.yaml', line: String(line) } })),
  );
  expect(broken.annotations[0]!.properties.title).toBe('Asks get_ticket: <b>@everyone</b>, ::error::');
  expect(host.comments).toMatchObject([{ author: 'robot', body: expect.stringMatching(MARKED) }]);
  expect(host.comments[0]!.body).not.toMatch(/@everyone|<b>/);
  expect(host.comments[0]!.body).toContain('Since `main` (run ');
  expect(await api.run(broken.outputs['run-id']!)).toMatchObject({
    ciMetadata: { branch: 'fix', pullRequest: '7', targetBranch: 'main', commitSha: commit },
  });

  await writeSuite(4);
  expect(await job('pull')).toMatchObject({ conclusion: 'success', annotations: [{ level: 'notice' }] });
  expect(host.comments).toMatchObject([{ author: 'robot', body: expect.stringMatching(MARKED) }]);
  expect(host.comments[0]!.body).toContain('4 of 4');
}, 120_000);

test('a gate fails for a regression against main, which the commit before has, too', async () => {
  const { helpdesk, writeSuite } = project;
  const gate = JSON.stringify({ noDeterministicRegressions: true });
  await writeSuite(4);
  await job('push');
  helpdesk.release('1.5.0');
  const found = await job('pull', { gate });
  expect([found.conclusion, found.outputs['exit-code']]).toEqual(['failure', '1']);
  const hidden = await job('pull', { gate, baseline: '' });
  expect([hidden.conclusion, hidden.outputs.verdict]).toEqual(['success', 'passed']);
  helpdesk.release('1.4.2');
}, 120_000);

test('an outage of the platform means what the input says, and has to be decided', async () => {
  const away = { 'assay-url': 'http://127.0.0.1:9' };
  const passed = await job('push', { ...away, 'on-outage': 'pass' });
  expect([passed.conclusion, passed.log]).toEqual(['success', expect.stringContaining('so nothing was tested')]);
  const undecided = await job('push', { 'on-outage': '' });
  expect([undecided.conclusion, undecided.log]).toEqual(['failure', expect.stringContaining('set ASSAY_ON_OUTAGE')]);
}, 120_000);

test('a wrong key fails the job that tolerates every verdict, and is never shown', async () => {
  const { conclusion, outputs, log } = await job('push', {
    'api-key': 'ak_wrong_secret',
    'on-outage': 'pass',
    'fail-on': 'never',
  });
  expect([conclusion, outputs['exit-code']]).toEqual(['failure', '5']);
  expect(log).not.toContain('ak_wrong_secret');
}, 60_000);

test('inputs are never code, and a comment that is refused does not decide the job', async () => {
  const { host, writeSuite } = project;
  await writeSuite(4);
  const hostile = '$(touch hacked) `touch hacked`"; touch hacked; "';
  const refused = await job('push', { suite: hostile, environment: hostile });
  expect([refused.conclusion, refused.outputs['exit-code']]).toEqual(['failure', '2']);
  await expect(writeFile(join(project.folder, 'hacked'), '', { flag: 'wx' })).resolves.toBeUndefined();
  host.refusal = 403;
  const passed = await job('pull');
  host.refusal = undefined;
  expect([passed.conclusion, passed.annotations.filter(({ level }) => level === 'warning')]).toMatchObject([
    'success',
    [{ message: 'The comment on the pull request was not written.' }],
  ]);
}, 120_000);

test('a job that does not wait launches the run and passes', async () => {
  const { api, writeSuite } = project;
  await writeSuite(0);
  const { conclusion, log } = await job('pull', { wait: 'false' });
  const [, runId] = /(run_\w+)/.exec(log)!;
  expect(conclusion).toBe('success');
  expect(await api.finishedRun(runId!)).toMatchObject({ verdict: 'failed', ciMetadata: { pullRequest: '7' } });
}, 60_000);
