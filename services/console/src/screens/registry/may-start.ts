import type { ReplyOf } from '../../data/operations.ts';

type Runner = ReplyOf<'listRunners'>['items'][number];

/** Whether a runner is live, may work for the project, and has every label that a command needs. */
export const mayStart = (
  runner: Pick<Runner, 'isLive' | 'labels' | 'projectId'>,
  { projectId, labels }: { projectId: string; labels: readonly string[] },
): boolean =>
  runner.isLive &&
  (runner.projectId === undefined || runner.projectId === projectId) &&
  labels.every((label) => runner.labels.includes(label));
