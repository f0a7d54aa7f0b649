import { detectCi, type DetectedCi, type GithubEvent } from '../src/ci/detect-ci.ts';
import type { CommandEnv } from '../src/command-host.ts';

const github = {
  GITHUB_ACTIONS: 'true',
  GITHUB_SERVER_URL: 'https://github.com',
  GITHUB_REPOSITORY: 'acme/helpdesk',
  GITHUB_RUN_ID: '900',
  GITHUB_RUN_ATTEMPT: '1',
  GITHUB_JOB: 'eval',
  GITHUB_SHA: 'merge0',
};
const gitlab = {
  GITLAB_CI: 'true',
  CI_PIPELINE_ID: '5',
  CI_JOB_ID: '6',
  CI_JOB_URL: 'https://gitlab.example/acme/helpdesk/-/jobs/6',
  CI_COMMIT_SHA: 'abc',
  CI_COMMIT_TITLE: 'Refund in cents',
  CI_COMMIT_AUTHOR: 'Ada Lovelace <ada@example.com>',
};
const ofGithub = {
  provider: 'github',
  pipelineId: '900',
  jobId: 'eval',
  runUrl: 'https://github.com/acme/helpdesk/actions/runs/900',
};
const ofGitlab = {
  provider: 'gitlab',
  pipelineId: '5',
  jobId: '6',
  runUrl: gitlab.CI_JOB_URL,
  commitSha: 'abc',
  commitMessage: 'Refund in cents',
  commitAuthor: 'Ada Lovelace',
};
const pull = (head: object): GithubEvent => ({
  pull_request: { number: 7, head: { sha: 'head0', ...head }, base: { ref: 'main' } },
});
const pullEnv = {
  ...github,
  GITHUB_REF: 'refs/pull/7/merge',
  GITHUB_REF_NAME: '7/merge',
  GITHUB_REF_TYPE: 'branch',
  GITHUB_HEAD_REF: 'fix',
  GITHUB_BASE_REF: 'main',
};

const rows: [string, CommandEnv, GithubEvent | undefined, DetectedCi | undefined][] = [
  ['no CI system', { CI: 'true', BUILD_URL: 'https://elsewhere' }, undefined, undefined],
  [
    'a push on GitHub',
    { ...github, GITHUB_REF: 'refs/heads/main', GITHUB_REF_NAME: 'main', GITHUB_REF_TYPE: 'branch' },
    { head_commit: { message: 'Refund in cents\n\nAs the schema says.', author: { name: 'Ada' } } },
    {
      ...ofGithub,
      branch: 'main',
      commitSha: 'merge0',
      commitMessage: 'Refund in cents',
      commitAuthor: 'Ada',
    } as DetectedCi,
  ],
  [
    'a tag on GitHub, in its second attempt',
    { ...github, GITHUB_REF: 'refs/tags/v1', GITHUB_REF_NAME: 'v1', GITHUB_REF_TYPE: 'tag', GITHUB_RUN_ATTEMPT: '2' },
    undefined,
    { ...ofGithub, runUrl: `${ofGithub.runUrl}/attempts/2`, commitSha: 'merge0' } as DetectedCi,
  ],
  [
    'a pull request on GitHub, whose commit is the head of its branch',
    pullEnv,
    pull({ ref: 'fix', label: 'acme:fix', repo: { full_name: 'acme/helpdesk' } }),
    { ...ofGithub, branch: 'fix', commitSha: 'head0', pullRequest: '7', targetBranch: 'main' } as DetectedCi,
  ],
  [
    'a pull request on GitHub from the main branch of a fork',
    { ...pullEnv, GITHUB_HEAD_REF: 'main' },
    pull({ ref: 'main', label: 'stranger:main', repo: { full_name: 'stranger/helpdesk' } }),
    { ...ofGithub, branch: 'stranger:main', commitSha: 'head0', pullRequest: '7', targetBranch: 'main' } as DetectedCi,
  ],
  [
    'a pull request on GitHub from a fork that was deleted',
    { ...pullEnv, GITHUB_HEAD_REF: 'main' },
    pull({ ref: 'main', label: 'stranger:main', repo: null }),
    { ...ofGithub, branch: 'stranger:main', commitSha: 'head0', pullRequest: '7', targetBranch: 'main' } as DetectedCi,
  ],
  [
    'a pull request on GitHub without its event',
    pullEnv,
    undefined,
    { ...ofGithub, branch: 'fix', commitSha: 'merge0', pullRequest: '7', targetBranch: 'main' } as DetectedCi,
  ],
  [
    'the merge queue of GitHub',
    {
      ...github,
      GITHUB_REF: 'refs/heads/gh-readonly-queue/main/pr-12-9f8e',
      GITHUB_REF_NAME: 'gh-readonly-queue/main/pr-12-9f8e',
      GITHUB_REF_TYPE: 'branch',
    },
    undefined,
    { ...ofGithub, branch: 'gh-readonly-queue/main/pr-12-9f8e', commitSha: 'merge0', pullRequest: '12' } as DetectedCi,
  ],
  [
    'a branch on GitLab',
    { ...gitlab, CI_COMMIT_BRANCH: 'main' },
    undefined,
    { ...ofGitlab, branch: 'main' } as DetectedCi,
  ],
  [
    'a merge request on GitLab with a merged result',
    {
      ...gitlab,
      CI_MERGE_REQUEST_IID: '3',
      CI_MERGE_REQUEST_SOURCE_BRANCH_NAME: 'fix',
      CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: 'def',
      CI_MERGE_REQUEST_SOURCE_PROJECT_PATH: 'acme/helpdesk',
      CI_MERGE_REQUEST_PROJECT_PATH: 'acme/helpdesk',
      CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main',
    },
    undefined,
    { ...ofGitlab, commitSha: 'def', branch: 'fix', pullRequest: '3', targetBranch: 'main' } as DetectedCi,
  ],
  [
    'a merge request on GitLab from a fork',
    {
      ...gitlab,
      CI_MERGE_REQUEST_IID: '4',
      CI_MERGE_REQUEST_SOURCE_BRANCH_NAME: 'main',
      CI_MERGE_REQUEST_SOURCE_PROJECT_PATH: 'stranger/helpdesk',
      CI_MERGE_REQUEST_PROJECT_PATH: 'acme/helpdesk',
    },
    undefined,
    { ...ofGitlab, branch: 'stranger/helpdesk:main', pullRequest: '4' } as DetectedCi,
  ],
  [
    'a branch on Jenkins',
    {
      JENKINS_URL: 'https://ci.example/',
      BUILD_URL: 'https://ci.example/job/helpdesk/8/',
      BUILD_ID: '8',
      JOB_NAME: 'helpdesk',
      GIT_BRANCH: 'origin/release/1',
      GIT_COMMIT: 'abc',
    },
    undefined,
    {
      provider: 'jenkins',
      pipelineId: '8',
      jobId: 'helpdesk',
      runUrl: 'https://ci.example/job/helpdesk/8/',
      branch: 'release/1',
      commitSha: 'abc',
    },
  ],
  [
    'a pull request on Jenkins',
    {
      JENKINS_URL: 'https://ci.example/',
      BUILD_URL: 'https://ci.example/job/helpdesk/9/',
      BUILD_NUMBER: '9',
      BRANCH_NAME: 'PR-7',
      CHANGE_ID: '7',
      CHANGE_BRANCH: 'fix',
      CHANGE_TARGET: 'main',
    },
    undefined,
    {
      provider: 'jenkins',
      pipelineId: '9',
      runUrl: 'https://ci.example/job/helpdesk/9/',
      branch: 'fix',
      pullRequest: '7',
      targetBranch: 'main',
    },
  ],
  [
    'a pull request on CircleCI',
    {
      CIRCLECI: 'true',
      CIRCLE_WORKFLOW_ID: 'w1',
      CIRCLE_BUILD_NUM: '4',
      CIRCLE_BUILD_URL: 'https://circleci.com/gh/acme/helpdesk/4',
      CIRCLE_BRANCH: 'fix',
      CIRCLE_SHA1: 'abc',
      CIRCLE_PULL_REQUEST: 'https://github.com/acme/helpdesk/pull/7',
    },
    undefined,
    {
      provider: 'circleci',
      pipelineId: 'w1',
      jobId: '4',
      runUrl: 'https://circleci.com/gh/acme/helpdesk/4',
      branch: 'fix',
      commitSha: 'abc',
      pullRequest: '7',
    },
  ],
  [
    'a branch on Buildkite that was built by hand',
    {
      BUILDKITE: 'true',
      BUILDKITE_BUILD_ID: 'b1',
      BUILDKITE_JOB_ID: 'j1',
      BUILDKITE_BUILD_URL: 'https://buildkite.com/acme/helpdesk/builds/1',
      BUILDKITE_BRANCH: 'main',
      BUILDKITE_COMMIT: 'HEAD',
      BUILDKITE_PULL_REQUEST: 'false',
      BUILDKITE_MESSAGE: ` ${'x'.repeat(300)}\nmore`,
      BUILDKITE_BUILD_AUTHOR: 'Ada',
    },
    undefined,
    {
      provider: 'buildkite',
      pipelineId: 'b1',
      jobId: 'j1',
      runUrl: 'https://buildkite.com/acme/helpdesk/builds/1',
      branch: 'main',
      commitMessage: 'x'.repeat(200),
      commitAuthor: 'Ada',
    },
  ],
  [
    'a pull request on Azure Pipelines',
    {
      TF_BUILD: 'True',
      BUILD_BUILDID: '11',
      SYSTEM_JOBID: 'j1',
      SYSTEM_COLLECTIONURI: 'https://dev.azure.com/acme/',
      SYSTEM_TEAMPROJECT: 'Help Desk',
      BUILD_SOURCEBRANCH: 'refs/pull/7/merge',
      BUILD_SOURCEVERSION: 'merge0',
      BUILD_SOURCEVERSIONMESSAGE: 'Merge 1 into 2',
      SYSTEM_PULLREQUEST_PULLREQUESTID: '7',
      SYSTEM_PULLREQUEST_SOURCEBRANCH: 'refs/heads/fix',
      SYSTEM_PULLREQUEST_SOURCECOMMITID: 'head0',
      SYSTEM_PULLREQUEST_TARGETBRANCH: 'refs/heads/main',
    },
    undefined,
    {
      provider: 'azure',
      pipelineId: '11',
      jobId: 'j1',
      runUrl: 'https://dev.azure.com/acme/Help%20Desk/_build/results?buildId=11',
      branch: 'fix',
      commitSha: 'head0',
      pullRequest: '7',
      targetBranch: 'main',
    },
  ],
  [
    'a tag on Azure Pipelines',
    { TF_BUILD: 'True', BUILD_BUILDID: '12', BUILD_SOURCEBRANCH: 'refs/tags/v1', BUILD_SOURCEVERSION: 'abc' },
    undefined,
    { provider: 'azure', pipelineId: '12', commitSha: 'abc' },
  ],
  [
    'a pull request on Bitbucket',
    {
      BITBUCKET_BUILD_NUMBER: '2',
      BITBUCKET_REPO_FULL_NAME: 'acme/helpdesk',
      BITBUCKET_STEP_UUID: '{s1}',
      BITBUCKET_BRANCH: 'fix',
      BITBUCKET_COMMIT: 'abc',
      BITBUCKET_PR_ID: '7',
      BITBUCKET_PR_DESTINATION_BRANCH: 'main',
    },
    undefined,
    {
      provider: 'bitbucket',
      pipelineId: '2',
      jobId: '{s1}',
      runUrl: 'https://bitbucket.org/acme/helpdesk/pipelines/results/2',
      branch: 'fix',
      commitSha: 'abc',
      pullRequest: '7',
      targetBranch: 'main',
    },
  ],
];

test.each(rows)('the CI job is found for %s', (_, env, event, expected) =>
  expect(detectCi(env, event)).toEqual(expected),
);

test('an event whose fields have other types is read as if it lacked them', () =>
  expect(
    detectCi(pullEnv, {
      head_commit: null,
      pull_request: { number: {}, head: { sha: ['x'], ref: 7, label: null } },
    }),
  ).toMatchObject({ branch: '7', commitSha: 'merge0', pullRequest: '7' }));
