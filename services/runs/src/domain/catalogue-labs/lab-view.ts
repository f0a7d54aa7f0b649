import type { CatalogueLab, ListedLab } from '@assay/contract/areas/catalogue-labs/documents';
import { given } from '@assay/contract/given';
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
    ...given({ serverId: serverId ?? undefined, runId: runId ?? undefined, name: spec.name }),
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
    ...given({ maxCostUsd: spec.maxCostUsd }),
    createdAt: createdAt.getTime(),
    ...given({ startedAt: times.startedAt?.getTime(), endedAt: times.endedAt?.getTime() }),
  };
}

/** A lab as it is read alone. */
export const toCatalogueLab = (lab: ReadLab): CatalogueLab => ({ ...toListedLab(lab), report: lab.report });
