import { one } from '../declare/arguments.ts';
import { command, takes } from '../declare/command.ts';
import { text } from '../declare/options.ts';

export const commentInput = takes({
  arguments: { file: one('The comment, as Markdown.') },
  options: {
    mark: text('<text>', 'Tells the comment from others of Assay, such as a suite with its environment.'),
  },
});

export const ciCommands = [
  command({
    words: 'ci comment',
    summary: 'Put a file as one comment on the pull request of a CI job.',
    description:
      'Later builds change the comment in place: a hidden mark finds it. On GitHub it needs GITHUB_TOKEN, on GitLab GITLAB_TOKEN. A job that is not of a pull request makes none.',
    input: commentInput,
    examples: ['assay ci comment summary.md --mark "Helpdesk regression, staging"'],
    exits: { 4: 'GitHub or GitLab does not answer', 5: 'the token may not write the comment' },
    load: async () => (await import('../actions/ci/comment.ts')).commentOnPull,
  }),
];
