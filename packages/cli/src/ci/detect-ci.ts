import type { EvalRunCi } from '@assay/sdk';
import type { CommandEnv } from '../command-host.ts';

/** The known CI systems, as `provider` of a run names them. */
export type CiProvider = 'github' | 'gitlab' | 'jenkins' | 'circleci' | 'buildkite' | 'azure' | 'bitbucket';

/** The job that this process runs in. */
export interface DetectedCi extends EvalRunCi {
  provider: CiProvider;
}

/** The fields of the event of a GitHub workflow (the file `GITHUB_EVENT_PATH`) that are read. All are untrusted. */
export interface GithubEvent {
  number?: unknown;
  head_commit?: { message?: unknown; author?: { name?: unknown } } | null;
  pull_request?: {
    number?: unknown;
    head?: { sha?: unknown; ref?: unknown; label?: unknown; repo?: { full_name?: unknown } | null };
    base?: { ref?: unknown };
  };
}

type Facts = { [Field in keyof Omit<EvalRunCi, 'provider'>]: string | undefined };

interface Provider {
  is(env: CommandEnv): boolean;
  read(env: CommandEnv, event: GithubEvent): Facts;
}

/**
 * The CI job of the environment variables, or undefined outside of a known CI system. Reads nothing else: `event` is the
 * parsed event of a GitHub workflow, from which the commit of a pull request comes, as `GITHUB_SHA` is a merge commit.
 */
export function detectCi(env: CommandEnv, event: GithubEvent = {}): DetectedCi | undefined {
  const found = Object.entries(providers).find(([, { is }]) => is(env));
  if (!found) return undefined;
  const [provider, { read }] = found;
  return { provider: provider as CiProvider, ...shortened(read(env, event)) };
}

/** The facts that have a value. */
const shortened = ({ commitMessage, commitAuthor, ...facts }: Facts): Partial<Record<keyof Facts, string>> =>
  Object.fromEntries(
    Object.entries({ ...facts, ...shortCommit({ commitMessage, commitAuthor }) }).filter(
      (entry): entry is [string, string] => Boolean(entry[1]),
    ),
  );

type CommitTexts = Pick<Facts, 'commitMessage' | 'commitAuthor'>;

/** The first lines of a commit's texts, cut, as the header that carries them has a limit. */
export const shortCommit = ({ commitMessage, commitAuthor }: CommitTexts): CommitTexts => ({
  commitMessage: firstLine(commitMessage, 200),
  commitAuthor: firstLine(commitAuthor, 100),
});

const firstLine = (text: string | undefined, maxChars: number): string | undefined =>
  text?.trim().split('\n', 1)[0]!.trim().slice(0, maxChars).toWellFormed();

// Each system documents these variables in its manual.
const providers: Record<CiProvider, Provider> = {
  github: {
    is: (env) => env.GITHUB_ACTIONS === 'true',
    read: githubFacts,
  },

  gitlab: {
    is: (env) => env.GITLAB_CI === 'true',
    read: (env) => ({
      pipelineId: env.CI_PIPELINE_ID,
      jobId: env.CI_JOB_ID,
      runUrl: env.CI_JOB_URL || env.CI_PIPELINE_URL,
      branch: gitlabBranch(env),
      // In a pipeline of merged results CI_COMMIT_SHA is a commit of GitLab's own.
      commitSha: env.CI_MERGE_REQUEST_SOURCE_BRANCH_SHA || env.CI_COMMIT_SHA,
      pullRequest: env.CI_MERGE_REQUEST_IID,
      targetBranch: env.CI_MERGE_REQUEST_TARGET_BRANCH_NAME,
      commitMessage: env.CI_COMMIT_TITLE,
      commitAuthor: env.CI_COMMIT_AUTHOR?.split('<', 1)[0]!.trim(),
    }),
  },

  jenkins: {
    is: (env) => Boolean(env.JENKINS_URL && env.BUILD_URL),
    read: (env) => ({
      pipelineId: env.BUILD_ID || env.BUILD_NUMBER,
      jobId: env.JOB_NAME,
      runUrl: env.BUILD_URL,
      // In a job of a pull request BRANCH_NAME is its number.
      branch: env.CHANGE_BRANCH || (env.CHANGE_ID ? undefined : env.BRANCH_NAME || withoutRemote(env.GIT_BRANCH)),
      commitSha: env.GIT_COMMIT,
      pullRequest: env.CHANGE_ID,
      targetBranch: env.CHANGE_TARGET,
    }),
  },

  circleci: {
    is: (env) => env.CIRCLECI === 'true',
    read: (env) => ({
      pipelineId: env.CIRCLE_WORKFLOW_ID,
      jobId: env.CIRCLE_BUILD_NUM,
      runUrl: env.CIRCLE_BUILD_URL,
      branch: env.CIRCLE_BRANCH,
      commitSha: env.CIRCLE_SHA1,
      pullRequest: env.CIRCLE_PR_NUMBER || lastPart(env.CIRCLE_PULL_REQUEST),
    }),
  },

  buildkite: {
    is: (env) => env.BUILDKITE === 'true',
    read: (env) => ({
      pipelineId: env.BUILDKITE_BUILD_ID,
      jobId: env.BUILDKITE_JOB_ID,
      runUrl: env.BUILDKITE_BUILD_URL,
      branch: env.BUILDKITE_BRANCH,
      // A build that was started by hand may name no commit.
      commitSha: env.BUILDKITE_COMMIT === 'HEAD' ? undefined : env.BUILDKITE_COMMIT,
      pullRequest: env.BUILDKITE_PULL_REQUEST === 'false' ? undefined : env.BUILDKITE_PULL_REQUEST,
      targetBranch: env.BUILDKITE_PULL_REQUEST_BASE_BRANCH,
      commitMessage: env.BUILDKITE_MESSAGE,
      commitAuthor: env.BUILDKITE_BUILD_AUTHOR,
    }),
  },

  azure: {
    is: (env) => env.TF_BUILD?.toLowerCase() === 'true',
    read: (env) => ({
      pipelineId: env.BUILD_BUILDID,
      jobId: env.SYSTEM_JOBID,
      runUrl: azureUrl(env),
      branch: headName(env.SYSTEM_PULLREQUEST_SOURCEBRANCH || env.BUILD_SOURCEBRANCH),
      commitSha: env.SYSTEM_PULLREQUEST_SOURCECOMMITID || env.BUILD_SOURCEVERSION,
      pullRequest: env.SYSTEM_PULLREQUEST_PULLREQUESTNUMBER || env.SYSTEM_PULLREQUEST_PULLREQUESTID,
      targetBranch: headName(env.SYSTEM_PULLREQUEST_TARGETBRANCH),
      // Of a pull request it is the message of a merge commit.
      commitMessage: env.SYSTEM_PULLREQUEST_PULLREQUESTID ? undefined : env.BUILD_SOURCEVERSIONMESSAGE,
    }),
  },

  bitbucket: {
    is: (env) => Boolean(env.BITBUCKET_BUILD_NUMBER && env.BITBUCKET_REPO_FULL_NAME),
    read: (env) => ({
      pipelineId: env.BITBUCKET_BUILD_NUMBER,
      jobId: env.BITBUCKET_STEP_UUID,
      runUrl: `https://bitbucket.org/${env.BITBUCKET_REPO_FULL_NAME}/pipelines/results/${env.BITBUCKET_BUILD_NUMBER}`,
      branch: env.BITBUCKET_BRANCH,
      commitSha: env.BITBUCKET_COMMIT,
      pullRequest: env.BITBUCKET_PR_ID,
      targetBranch: env.BITBUCKET_PR_DESTINATION_BRANCH,
    }),
  },
};

function githubFacts(env: CommandEnv, { number, head_commit: commit, pull_request: pull }: GithubEvent): Facts {
  const attempt = env.GITHUB_RUN_ATTEMPT && env.GITHUB_RUN_ATTEMPT !== '1' ? `/attempts/${env.GITHUB_RUN_ATTEMPT}` : '';
  const refBranch = env.GITHUB_REF_TYPE === 'branch' ? env.GITHUB_REF_NAME : undefined;
  const ofRef = /^refs\/pull\/(\d+)\/|^refs\/heads\/gh-readonly-queue\/.*\/pr-(\d+)-/.exec(env.GITHUB_REF ?? '');
  const fromFork = pull?.head?.repo?.full_name !== env.GITHUB_REPOSITORY;
  const head = pull && (textOf(fromFork ? pull.head?.label : pull.head?.ref) ?? textOf(pull.head?.ref));
  return {
    pipelineId: env.GITHUB_RUN_ID,
    jobId: env.GITHUB_JOB,
    runUrl: `${env.GITHUB_SERVER_URL}/${env.GITHUB_REPOSITORY}/actions/runs/${env.GITHUB_RUN_ID}${attempt}`,
    branch: head || env.GITHUB_HEAD_REF || refBranch,
    commitSha: textOf(pull?.head?.sha) ?? env.GITHUB_SHA,
    pullRequest: textOf(pull?.number ?? (pull && number)) ?? ofRef?.[1] ?? ofRef?.[2],
    targetBranch: textOf(pull?.base?.ref) ?? env.GITHUB_BASE_REF,
    commitMessage: textOf(commit?.message),
    commitAuthor: textOf(commit?.author?.name),
  };
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

/** The branch of a merge request from a fork has the name of the fork before it, as a fork may have a `main` of its own. */
function gitlabBranch(env: CommandEnv): string | undefined {
  const { CI_MERGE_REQUEST_SOURCE_BRANCH_NAME: source, CI_MERGE_REQUEST_SOURCE_PROJECT_PATH: project } = env;
  if (!source) return env.CI_COMMIT_BRANCH;
  return project && project !== env.CI_MERGE_REQUEST_PROJECT_PATH ? `${project}:${source}` : source;
}

function azureUrl(env: CommandEnv): string | undefined {
  const { SYSTEM_COLLECTIONURI: collection, SYSTEM_TEAMPROJECT: project, BUILD_BUILDID: id } = env;
  if (!collection || !project || !id) return undefined;
  return `${collection.replace(/\/?$/, '/')}${encodeURIComponent(project)}/_build/results?buildId=${encodeURIComponent(id)}`;
}

const withoutRemote = (branch: string | undefined): string | undefined =>
  branch?.replace(/^(?:refs\/remotes\/)?origin\//, '');

/** The branch of a ref; a ref of a pull request or a tag is none. */
const headName = (ref: string | undefined): string | undefined =>
  ref?.startsWith('refs/heads/') ? ref.slice('refs/heads/'.length) : ref?.startsWith('refs/') ? undefined : ref;

const lastPart = (url: string | undefined): string | undefined => url?.split('/').at(-1);
