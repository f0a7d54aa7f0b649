import { UsageError } from '../../command-failure.ts';
import type { CommandEnv } from '../../command-host.ts';
import type { commentInput } from '../../commands/ci.ts';
import type { CommentPlace } from '../../ci/comment-place.ts';
import { githubComments } from '../../ci/github-comments.ts';
import { gitlabComments } from '../../ci/gitlab-comments.ts';
import { putComment } from '../../ci/put-comment.ts';
import { readCi } from '../../ci/read-ci.ts';
import type { Action } from '../../declare/command.ts';
import { readTextFile } from '../../files.ts';

const places: Partial<Record<string, (env: CommandEnv, pullRequest: string) => CommentPlace>> = {
  github: githubComments,
  gitlab: gitlabComments,
};

/** Puts a file as the one comment of the job's pull request. Outside of a pull request there is nothing to do. */
export const commentOnPull: Action<typeof commentInput> = async (context, { arguments: { file }, options }) => {
  const { env, folder, isQuiet, terminal } = context;
  const ci = await readCi(env, folder);
  const open = places[ci?.provider ?? ''];
  if (!ci || !open) throw new UsageError('comments are made in jobs of GitHub Actions and GitLab CI.');
  const markdown = await readTextFile(file);
  if (ci.pullRequest === undefined) {
    if (!isQuiet) terminal.err('No comment: the job is not of a pull request.\n');
    return;
  }
  const done = await putComment(open(env, ci.pullRequest), options.mark ?? '', markdown);
  if (!isQuiet) terminal.err(`The comment on #${ci.pullRequest} is ${done}.\n`);
};
