import { hash } from 'node:crypto';
import type { Static } from 'typebox';
import { canonicalJson } from '@assay/contract/canonical';
import type { Rubric } from '@assay/contract/areas/suites/settings';

/** The version of the judge's prompt; change it when a change of the prompt may change opinions. */
export const PROMPT_VERSION = 'assay-judge/1';

/** The parts of a judge that its calibration depends on. */
export interface JudgeConfig {
  model: string;
  threshold: number;
  rubric: Static<typeof Rubric> | undefined;
}

/** The version of a judge: two judges with the same version give the same opinions, as far as a model does. */
export const judgeVersion = ({ model, threshold, rubric }: JudgeConfig): string =>
  hash(
    'sha256',
    canonicalJson({
      model,
      threshold,
      rubric: rubric ?? null,
      prompt: PROMPT_VERSION,
    }),
  ).slice(0, 16);
