import type { EarlyStopping } from '@assay/contract/areas/analysis/statistics';
import type { LaunchJourneyRun } from '@assay/contract/areas/journey-runs/documents';
import { faultProblem } from '@assay/contract/fault';
import { EARLY_STOPPING } from '@assay/grading/statistics/sequential';
import type { FrozenRubric } from '../journeys/rubric.ts';

/** One target of a run, as it was at the launch. */
export interface RunTarget {
  /** The environment, or else the client. */
  targetId: string;
  hostId: string;
  hostName: string;
  environment: { id: string; name: string | null; revision: number } | null;
  /** The assistant's model, `provider/name`. */
  modelId: string;
  /** The labels that a runner needs to reach its servers. */
  runnerLabels: string[];
}

/** Everything about a journey run that never changes after its launch. */
export interface JourneyRunSpec {
  version: 1;
  journeyName: string;
  goal: string;
  persona: { id: string; name: string; role: string; notes: string | null };
  /** The models that play the persona and that judge goals, `provider/name`; the latter undefined when nothing is judged. */
  personaModel: string;
  judgeModel?: string | undefined;
  targets: RunTarget[];
  sessionsPerTarget: number;
  maxTurns: number;
  rubric: FrozenRubric | null;
  /** When no further sessions with a target are held. */
  earlyStopping?: EarlyStopping | undefined;
}

/**
 * The early stopping that a launch asks for.
 * @throws VALIDATION_ERROR without a gating criterion: then no session has a verdict.
 */
export function earlyStoppingOf(
  rubric: FrozenRubric | null,
  { earlyStopping }: Pick<LaunchJourneyRun, 'earlyStopping'>,
): EarlyStopping | undefined {
  if (!earlyStopping) return undefined;
  if (!rubric?.criteria.some(({ role }) => role === 'gating'))
    throw faultProblem({ path: '/earlyStopping', message: 'needs a journey whose rubric has a gating criterion' });
  return { ...EARLY_STOPPING, ...earlyStopping };
}
