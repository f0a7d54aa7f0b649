import type { ListedLab, ToolOverride } from '@assay/contract/areas/catalogue-labs/documents';
import type { LabReport, LabVariant } from '@assay/contract/areas/catalogue-labs/report';

/** Everything about a lab that never changes after it was made, except its tasks and its tools. */
export interface LabSpec {
  version: 1;
  name?: string | undefined;
  /** `provider/name`. */
  model: string;
  sizes: number[];
  repetitions: number;
  seed: number;
  overrides: ToolOverride[];
  systemPrompt?: string | undefined;
  temperature?: number | undefined;
  maxCostUsd?: number | undefined;
  tasks: ListedLab['tasks'];
  catalogue: ListedLab['catalogue'];
}

/** The counts of a lab, kept with every answer. */
export interface LabTally {
  done: number;
  failed: number;
  inputTokens: number;
  outputTokens: number;
  costMicros: number;
  /** Trials whose cost is not known. */
  unpriced: number;
}

export const EMPTY_TALLY: LabTally = {
  done: 0,
  failed: 0,
  inputTokens: 0,
  outputTokens: 0,
  costMicros: 0,
  unpriced: 0,
};

/** A stored lab. */
export interface StoredLab {
  id: string;
  projectId: string;
  organizationId: string;
  serverId: string | null;
  runId: string | null;
  requestHash: string;
  status: ListedLab['status'];
  errorCode: string | null;
  errorMessage: string | null;
  spec: LabSpec;
  tally: LabTally;
  trials: number;
  keyId: string;
  createdAt: Date;
  startedAt: Date | null;
  endedAt: Date | null;
}

export type ReadLab = StoredLab & { report: LabReport | null };

/** A prompt, and the tool that a model should choose for it. */
export interface StoredTask {
  /** The case that it is from. */
  taskId?: string | undefined;
  prompt: string;
  expectedTool: string;
  arguments?: Record<string, unknown> | undefined;
}

/** The model that works offline, and is not a language model. */
export const SCRIPTED_MODEL = 'scripted/rules';

/** At most this many trials of a lab. */
export const MAX_TRIALS = 5_000;
/** At most this many tasks of a lab. */
export const MAX_TASKS = 100;

export const variantsOf = ({ overrides }: Pick<LabSpec, 'overrides'>): LabVariant[] =>
  overrides.length > 0 ? ['old', 'new'] : ['old'];

export const trialsOf = (spec: Pick<LabSpec, 'overrides' | 'sizes' | 'repetitions'>, tasks: number): number =>
  tasks * spec.sizes.length * spec.repetitions * variantsOf(spec).length;

/** The place of a trial in its lab. */
export interface TrialPlace {
  repetition: number;
  task: number;
  size: number;
  variant: LabVariant;
}

/**
 * The place of the trial at a position: repetition by repetition, task by task, so that trials that are compared with each
 * other stand together, and a lab that ends early has whole pairs.
 */
export function trialAt(spec: Pick<LabSpec, 'overrides' | 'sizes'>, tasks: number, position: number): TrialPlace {
  const variants = variantsOf(spec);
  const { sizes } = spec;
  const inTask = sizes.length * variants.length;
  const [round, place] = [Math.floor(position / inTask), position % inTask];
  return {
    repetition: Math.floor(round / tasks),
    task: round % tasks,
    size: sizes[Math.floor(place / variants.length)]!,
    variant: variants[place % variants.length]!,
  };
}
