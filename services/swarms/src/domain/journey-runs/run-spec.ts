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
}
