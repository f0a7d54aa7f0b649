import { UsageError } from '../command-failure.ts';
import type { CommandEnv } from '../command-host.ts';
import { askPlace, assertDone, listedComments, type CommentPlace } from './comment-place.ts';

const NEEDS = 'GITLAB_TOKEN has to be a token of the project with the scope api and the role Reporter or more.';

/** The notes of a merge request on GitLab. @throws UsageError when a variable of the job is missing. */
export function gitlabComments(env: CommandEnv, mergeRequest: string): CommentPlace {
  const { GITLAB_TOKEN: token, CI_API_V4_URL: api } = env;
  const project = env.CI_MERGE_REQUEST_PROJECT_ID || env.CI_PROJECT_ID;
  if (!token)
    throw new UsageError('a note on GitLab needs a token in GITLAB_TOKEN; the token of a job cannot write one.');
  if (!api || !project) throw new UsageError('CI_API_V4_URL and CI_PROJECT_ID do not name a project.');
  const headers = { 'private-token': token, 'user-agent': 'assay' };
  const notes = `${api.replace(/\/$/, '')}/projects/${encodeURIComponent(project)}/merge_requests/${encodeURIComponent(mergeRequest)}/notes`;
  return {
    maxChars: 1_000_000,
    async list(page) {
      const url = `${notes}?per_page=100&page=${page}&order_by=created_at&sort=asc`;
      const response = await askPlace({ method: 'GET', url, headers });
      return listedComments(response, NEEDS);
    },
    async create(body) {
      assertDone(await askPlace({ method: 'POST', url: notes, headers, body: { body } }), NEEDS);
    },
    async update(id, body) {
      const response = await askPlace({ method: 'PUT', url: `${notes}/${id}`, headers, body: { body } });
      if (response.status === 403 || response.status === 404) return false;
      assertDone(response, NEEDS);
      return true;
    },
  };
}
