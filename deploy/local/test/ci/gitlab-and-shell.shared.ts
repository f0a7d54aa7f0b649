import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CASE_LINES, openCiProject, type CiProject } from './support/ci-project.ts';
import { documentedBadge, documentedPipeline, documentedScript } from './support/documented.ts';
import { runTemplate } from './support/gitlab-runner.ts';
import { runScript, type ScriptEnv } from './support/script-step.ts';

const ROOT = join(import.meta.dirname, '../../../..');

let project: CiProject;
let pipeline: Awaited<ReturnType<typeof documentedPipeline>>;
beforeAll(async () => {
  [project, pipeline] = [await openCiProject(), await documentedPipeline()];
});
afterAll(() => project.stop());

/** The variables that a job needs beside the ones of its system; npm installs the command into a folder of the job. */
const given = (): ScriptEnv => ({
  ...project.env,
  PATH: `${project.env.npm_config_prefix}/bin:${project.env.PATH}`,
  ASSAY_PACKAGE: project.tarball,
  ASSAY_API_KEY: project.installation.apiKey,
});

/** A job of the pipeline of docs/ci.md, for merge request 7. */
const mergeJob = (more: Record<string, unknown> = {}) =>
  runTemplate(
    pipeline.template,
    {
      folder: project.folder,
      env: {
        ...given(),
        GITLAB_CI: 'true',
        GITLAB_TOKEN: 'robot',
        CI_API_V4_URL: project.host.gitlabUrl,
        CI_PROJECT_ID: '42',
        CI_DEFAULT_BRANCH: 'main',
        CI_MERGE_REQUEST_IID: '7',
        CI_MERGE_REQUEST_SOURCE_BRANCH_NAME: 'fix',
        CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main',
        CI_COMMIT_SHA: project.commit,
        CI_JOB_URL: 'https://gitlab.example/acme/helpdesk/-/jobs/6',
      },
    },
    { ...pipeline.inputs, 'assay-url': project.installation.url, project: project.api.projectId, ...more },
  );

const MARKED = /^<!-- assay suite\.yaml%20staging -->\n/;
const reportOf = (name: string) => readFile(join(project.folder, name), 'utf8');

test('the pipeline of docs/ci.md fails with its reports, and passes when the suite does', async () => {
  const { api, commit, host, writeSuite } = project;
  await writeSuite(1);
  const failed = await mergeJob();
  expect([failed.status, failed.log]).toEqual(['failed', expect.stringContaining('Failed')]);
  expect(await reportOf('assay-junit.xml')).toMatch(/<testsuites[^>]* failures="3"/);
  expect(JSON.parse(await reportOf('assay-code-quality.json'))).toMatchObject(
    CASE_LINES.slice(1).map((begin) => ({ location: { path: 'suite.yaml', lines: { begin } }, severity: 'major' })),
  );
  expect(host.comments).toMatchObject([{ author: 'robot', body: expect.stringMatching(MARKED) }]);
  expect(host.comments[0]!.body).not.toMatch(/@everyone|<b>/);
  const { items } = await api.assay.listEvalRuns({ projectId: api.projectId }, { pullRequest: '7', branch: 'fix' });
  expect(items).toMatchObject([
    { verdict: 'failed', ciMetadata: { provider: 'gitlab', commitSha: commit, targetBranch: 'main' } },
  ]);
  await writeSuite(4);
  expect(await mergeJob()).toMatchObject({ status: 'success' });
  expect(host.comments).toMatchObject([{ body: expect.stringContaining('4 of 4') }]);
}, 120_000);

test('a pipeline is not made without a choice for outages, and keeps to it', async () => {
  await expect(mergeJob({ 'on-outage': undefined })).rejects.toThrow('`on-outage` input: required value');
  const away = { 'assay-url': 'http://127.0.0.1:9' };
  expect(await mergeJob({ ...away, 'on-outage': 'pass' })).toMatchObject({ status: 'success' });
}, 60_000);

test('the template decides by the very text of assay-ci.sh', async () => {
  const [script, template] = await Promise.all([
    readFile(join(ROOT, 'deploy/ci/assay-ci.sh'), 'utf8'),
    readFile(pipeline.template, 'utf8'),
  ]);
  const rules = script.slice(script.indexOf('fail_on='));
  expect(template.replaceAll(/^ {6}/gm, '')).toContain(rules);
});

test('the script of docs/ci.md passes and fails with the suite in any POSIX shell', async () => {
  const { writeSuite, installation, api } = project;
  const env = { ...given(), ASSAY_URL: installation.url, ASSAY_PROJECT: api.projectId };
  const recipe = (await documentedScript()).replace('deploy/ci/', `${ROOT}/deploy/ci/`);
  await writeSuite(4);
  expect(await runScript(['sh', '-e'], recipe, project.folder, env)).toMatchObject({ code: 0 });
  expect(await reportOf('assay-junit.xml')).toContain('failures="0"');
  await writeSuite(0);
  expect(await runScript(['sh', '-e'], recipe, project.folder, env)).toMatchObject({ code: 1 });
  const tolerant = recipe.replace('export ', 'export ASSAY_FAIL_ON=never ');
  expect(await runScript(['sh', '-e'], tolerant, project.folder, env)).toMatchObject({ code: 0 });
}, 120_000);

test.each([
  [0, {}, 0],
  [1, {}, 1],
  [1, { ASSAY_FAIL_ON: 'failed' }, 1],
  [1, { ASSAY_FAIL_ON: 'never' }, 0],
  [3, {}, 3],
  [3, { ASSAY_FAIL_ON: 'failed' }, 0],
  [3, { ASSAY_FAIL_ON: 'never' }, 0],
  [4, { ASSAY_FAIL_ON: 'never' }, 4],
  [4, { ASSAY_ON_OUTAGE: 'pass' }, 0],
  [2, { ASSAY_FAIL_ON: 'never', ASSAY_ON_OUTAGE: 'pass' }, 2],
  [5, { ASSAY_FAIL_ON: 'never', ASSAY_ON_OUTAGE: 'pass' }, 5],
  [130, { ASSAY_FAIL_ON: 'never', ASSAY_ON_OUTAGE: 'pass' }, 130],
  [0, { ASSAY_FAIL_ON: 'sometimes' }, 2],
  [0, { ASSAY_ON_OUTAGE: '' }, 2],
])('a job ends as docs/ci.md says for exit code %i with %j: %i', async (code, chosen, expected) => {
  const env = { ...project.env, ASSAY_ON_OUTAGE: 'fail', ASSAY_COMMAND: './ends', ...(chosen as ScriptEnv) };
  const script = `printf '#!/bin/sh\\nexit ${code}\\n' > ends && chmod +x ends && sh '${ROOT}/deploy/ci/assay-ci.sh' suite`;
  expect((await runScript(['sh'], script, project.folder, env)).code).toBe(expected);
});

test('the request of docs/ci.md makes a badge', async () => {
  const { installation, api, env, folder } = project;
  const { items } = await api.assay.listEvalSuites({ projectId: api.projectId });
  const asked = { ASSAY_URL: installation.url, ASSAY_PROJECT: api.projectId, SUITE: items[0]!.id };
  const { log } = await runScript(['sh', '-e'], `${await documentedBadge()} -s`, folder, {
    ...env,
    ...asked,
    ASSAY_API_KEY: installation.apiKey,
  });
  const { url } = JSON.parse(/\{"suiteId.*\}/.exec(log)![0]) as { url: string };
  expect(await (await fetch(url)).text()).toContain('no run yet');
}, 30_000);
