import type { CatalogueLab, ListedLab } from '@assay/contract/areas/catalogue-labs/documents';
import { SCRIPTED_MODEL, type ReadLab, type StoredLab } from './lab.ts';

/** The warning that goes with all numbers of a lab without a language model. */
const SCRIPTED_NOTE =
  'scripted/rules is not a language model: it calls the tools whose names stand in the prompt. These numbers say nothing about how language models choose tools.';

/** A lab as lists show it. */
export function toListedLab(lab: StoredLab): ListedLab {
  const { id, projectId, serverId, runId, status, errorCode, errorMessage, spec, tally, createdAt, ...times } = lab;
  const isScripted = spec.model === SCRIPTED_MODEL;
  return {
    id,
    projectId,
    ...(serverId !== null && { serverId }),
    ...(runId !== null && { runId }),
    ...(spec.name !== undefined && { name: spec.name }),
    status,
    ...(errorCode !== null && { error: { code: errorCode, message: errorMessage ?? '' } }),
    model: spec.model,
    isLanguageModel: !isScripted,
    ...(isScripted && { note: SCRIPTED_NOTE }),
    sizes: spec.sizes,
    repetitions: spec.repetitions,
    seed: spec.seed,
    overrides: spec.overrides,
    tasks: spec.tasks,
    catalogue: spec.catalogue,
    progress: { trials: lab.trials, done: tally.done, failed: tally.failed },
    usage: {
      inputTokens: tally.inputTokens,
      outputTokens: tally.outputTokens,
      costUsd: tally.costMicros / 1e6,
      unpricedTrials: tally.unpriced,
    },
    ...(spec.maxCostUsd !== undefined && { maxCostUsd: spec.maxCostUsd }),
    createdAt: createdAt.getTime(),
    ...(times.startedAt && { startedAt: times.startedAt.getTime() }),
    ...(times.endedAt && { endedAt: times.endedAt.getTime() }),
  };
}

/** A lab as it is read alone. */
export const toCatalogueLab = (lab: ReadLab): CatalogueLab => ({ ...toListedLab(lab), report: lab.report });
