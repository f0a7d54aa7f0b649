import { UsageError } from '../command-failure.ts';
import type { CommandEnv } from '../command-host.ts';
import { askPlace, assertDone, listedComments, type CommentPlace } from './comment-place.ts';

const NEEDS = 'The job needs the permission:  pull-requests: write  (a pull request from a fork does not get it)';

/** The comments of a pull request on GitHub. @throws UsageError when a variable of the job is missing. */
export function githubComments(env: CommandEnv, pullRequest: string): CommentPlace {
  const token = env.GITHUB_TOKEN || env.GH_TOKEN;
  const { GITHUB_REPOSITORY: repository = '', GITHUB_API_URL: api = 'https://api.github.com' } = env;
  if (!token) throw new UsageError('a comment on GitHub needs a token in GITHUB_TOKEN.');
  if (!/^[\w.-]+\/[\w.-]+$/.test(repository)) throw new UsageError('GITHUB_REPOSITORY does not name a repository.');
  const issues = `${api.replace(/\/$/, '')}/repos/${repository}/issues`;
  const headers = {
    authorization: `Bearer ${token}`,
    accept: 'application/vnd.github+json',
    'x-github-api-version': '2022-11-28',
    'user-agent': 'assay',
  };
  const ofPull = `${issues}/${encodeURIComponent(pullRequest)}/comments`;
  return {
    maxChars: 65_536,
    async list(page) {
      const response = await askPlace({ method: 'GET', url: `${ofPull}?per_page=100&page=${page}`, headers });
      return listedComments(response, NEEDS);
    },
    async create(body) {
      assertDone(await askPlace({ method: 'POST', url: ofPull, headers, body: { body } }), NEEDS);
    },
    async update(id, body) {
      const response = await askPlace({ method: 'PATCH', url: `${issues}/comments/${id}`, headers, body: { body } });
      if (response.status === 403 || response.status === 404) return false;
      assertDone(response, NEEDS);
      return true;
    },
  };
}
