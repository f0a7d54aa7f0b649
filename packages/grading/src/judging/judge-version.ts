import { hash } from 'node:crypto';
import type { Static } from 'typebox';
import { canonical } from '@assay/contract/canonical';
import type { Rubric } from '@assay/contract/areas/suites/settings';

/** Names the question that is put to judges; it changes when the same trial would be judged by other words. */
export const PROMPT_VERSION = 'assay-judge/1';

/** What makes a judge the one that was measured. */
export interface JudgeConfig {
  model: string;
  threshold: number;
  rubric: Static<typeof Rubric> | undefined;
}

/** Names a judge: two with the same version say the same of the same trial, as far as a model does. */
export const judgeVersion = ({ model, threshold, rubric }: JudgeConfig): string =>
  hash(
    'sha256',
    canonical({
      model,
      threshold,
      rubric: rubric ?? null,
      prompt: PROMPT_VERSION,
    }),
  ).slice(0, 16);
