import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCodeHost, type CodeHost } from '@assay/testkit/ci/code-host';
import { hiddenMark } from '../src/ci/put-comment.ts';
import { exitCodes } from '../src/exit-codes.ts';
import { runInProcess } from './support/command.ts';

let host: CodeHost;
let folder: string;
let file: string;
beforeEach(async () => {
  [host, folder] = [await startCodeHost(), await mkdtemp(join(tmpdir(), 'assay-comment-'))];
  file = join(folder, 'summary.md');
  await writeFile(file, '### ■ Helpdesk regression: failed\n');
});
afterEach(async () => {
  await host.stop();
  await rm(folder, { recursive: true });
});

const environments = {
  github: () => ({
    GITHUB_ACTIONS: 'true',
    GITHUB_API_URL: host.githubUrl,
    GITHUB_REPOSITORY: 'acme/helpdesk',
    GITHUB_REF: 'refs/pull/7/merge',
    GITHUB_TOKEN: 'robot',
  }),
  gitlab: () => ({
    GITLAB_CI: 'true',
    CI_API_V4_URL: host.gitlabUrl,
    CI_PROJECT_ID: '42',
    CI_MERGE_REQUEST_IID: '7',
    GITLAB_TOKEN: 'robot',
  }),
};
type Provider = keyof typeof environments;
const comment = (provider: Provider, more: object = {}, mark = 'Helpdesk -- staging') =>
  runInProcess(['ci', 'comment', file, '--mark', mark], { env: { ...environments[provider](), ...more }, folder });

describe.each<Provider>(['github', 'gitlab'])('on %s', (provider) => {
  test('a comment is made once and then changed in place', async () => {
    expect(await comment(provider)).toMatchObject({ code: 0, stderr: 'The comment on #7 is created.\n' });
    await writeFile(file, '### ● Helpdesk regression: passed\n');
    expect(await comment(provider)).toMatchObject({ code: 0, stderr: 'The comment on #7 is updated.\n' });
    expect(await comment(provider, {}, 'another suite')).toMatchObject({ code: 0 });
    expect(host.comments.map(({ body }) => body)).toEqual([
      `${hiddenMark('Helpdesk -- staging')}\n### ● Helpdesk regression: passed\n`,
      `${hiddenMark('another suite')}\n### ● Helpdesk regression: passed\n`,
    ]);
    expect(hiddenMark('Helpdesk -- staging>')).toBe('<!-- assay Helpdesk%20%2D%2D%20staging%3E -->');
  });

  test("a comment is found behind many others, and a stranger's is left alone", async () => {
    const mark = hiddenMark('Helpdesk -- staging');
    host.comments.push({ id: 1, author: 'stranger', body: `${mark}\nmine` });
    for (let id = 2; id <= 240; id++) host.comments.push({ id, author: 'person', body: `> ${mark}\nwhat is this?` });
    host.comments.push({ id: 241, author: 'robot', body: `${mark}\nold` });
    expect(await comment(provider)).toMatchObject({ code: 0, stderr: 'The comment on #7 is updated.\n' });
    expect([host.comments.length, host.comments[0]!.body, host.comments[240]!.body]).toEqual([
      241,
      `${mark}\nmine`,
      `${mark}\n### ■ Helpdesk regression: failed\n`,
    ]);
  });

  test.each([
    ['a refused token', 403, exitCodes.refused, 'refuses the comment (HTTP 403).'],
    ['an expired token', 401, exitCodes.refused, 'refuses the comment (HTTP 401).'],
    ['a code host that is down', 502, exitCodes.unreachable, 'cannot answer now (HTTP 502).'],
  ])('a comment fails with %s', async (_, refusal, code, message) => {
    host.refusal = refusal;
    const ended = await comment(provider);
    expect(ended).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(message) });
    expect(ended.stderr).not.toContain('robot');
  });

  test('a comment needs a token', async () =>
    expect(await comment(provider, { GITHUB_TOKEN: '', GITLAB_TOKEN: '' })).toMatchObject({
      code: exitCodes.misused,
      stderr: expect.stringMatching(/token in (GITHUB|GITLAB)_TOKEN/),
    }));
});

test('a job without a pull request makes no comment, and other CI systems are refused', async () => {
  expect(await comment('github', { GITHUB_REF: 'refs/heads/main' })).toMatchObject({
    code: 0,
    stderr: 'No comment: the job is not of a pull request.\n',
  });
  expect(await runInProcess(['ci', 'comment', file], { env: {}, folder })).toMatchObject({ code: exitCodes.misused });
  expect(host.requests).toEqual([]);
});

test('a comment says that it was cut when it is longer than the code host takes', async () => {
  await writeFile(file, 'a line of text\n'.repeat(10_000));
  expect(await comment('github')).toMatchObject({ code: 0 });
  const { body } = host.comments[0]!;
  expect(body.length).toBeLessThanOrEqual(65_536);
  expect(body).toMatch(/^<!-- assay .* -->\n_Cut: the whole summary is with the build\._\n\na line of text\n/);
  expect(body.endsWith('a line of text')).toBe(true);
});

test('a page in place of an answer is an outage, and no redirect gets the token', async () => {
  host.refusal = 302;
  expect(await comment('github')).toMatchObject({ code: exitCodes.misused });
  await host.stop();
  expect(await comment('github')).toMatchObject({
    code: exitCodes.unreachable,
    stderr: expect.stringContaining('does not answer.'),
  });
  host = await startCodeHost();
});
