import type { CreateJourney, Journey, UpdateJourney } from '@assay/contract/areas/journeys/documents';
import { refuseFault } from '@assay/contract/fault';
import { asName } from '@assay/contract/as-name';
import { frozenRubric, type FrozenRubric } from './rubric.ts';

/** The settings of a journey. */
export interface JourneySettings {
  name: string;
  goal: string;
  environmentIds: string[];
  serverAttachmentId: string | null;
  hostIds: string[];
  sessionsPerTarget: number;
  maxTurns: number;
  rubric: FrozenRubric | null;
}

/** A stored journey. */
export interface StoredJourney extends JourneySettings {
  id: string;
  projectId: string;
  personaId: string;
  swarmId: string | null;
  isArchived: boolean;
  createdAt: Date;
  updatedAt: Date;
}

export const toJourney = (journey: StoredJourney): Journey => ({
  id: journey.id,
  projectId: journey.projectId,
  name: journey.name,
  goal: journey.goal,
  personaId: journey.personaId,
  swarmId: journey.swarmId,
  environmentIds: journey.environmentIds,
  ...(journey.serverAttachmentId !== null && { serverAttachmentId: journey.serverAttachmentId }),
  ...(journey.hostIds.length > 0 && { hostIds: journey.hostIds }),
  sessionsPerTarget: journey.sessionsPerTarget,
  maxTurns: journey.maxTurns,
  ...(journey.rubric && { rubric: journey.rubric }),
  createdAt: journey.createdAt.getTime(),
  updatedAt: journey.updatedAt.getTime(),
});

const NAME_CHARS = 80;

/** The name of a journey that has none: the beginning of its goal. */
export const nameOfGoal = (goal: string): string =>
  asName(goal.trim().slice(0, NAME_CHARS).toWellFormed()) || 'Journey';

/** The settings that a request for a new journey asks for. @throws VALIDATION_ERROR for a rubric that contradicts itself. */
export function newSettings({
  name,
  goal,
  environmentIds = [],
  serverAttachmentId,
  hostIds = [],
  sessionsPerTarget,
  maxTurns,
  rubric,
}: Omit<CreateJourney, 'personaId' | 'swarmId' | 'idempotencyKey'>): JourneySettings {
  const settings = {
    name: name ?? nameOfGoal(goal),
    goal,
    environmentIds: [...new Set(environmentIds)],
    serverAttachmentId: serverAttachmentId ?? null,
    hostIds: [...new Set(hostIds)],
    sessionsPerTarget,
    maxTurns,
    rubric: rubric ? frozenRubric(rubric) : null,
  };
  assertOneKindOfTargets(settings);
  return settings;
}

/** The settings after an edit: absent leaves alone, null clears, a value replaces. */
export function editedSettings(before: JourneySettings, { rubric, ...edit }: UpdateJourney): JourneySettings {
  const { environmentIds, serverAttachmentId, hostIds, ...plain } = edit;
  const settings: JourneySettings = {
    name: before.name,
    goal: before.goal,
    sessionsPerTarget: before.sessionsPerTarget,
    maxTurns: before.maxTurns,
    ...plain,
    environmentIds: environmentIds === undefined ? before.environmentIds : [...new Set(environmentIds)],
    serverAttachmentId: serverAttachmentId === undefined ? before.serverAttachmentId : serverAttachmentId,
    hostIds: hostIds === undefined ? before.hostIds : [...new Set(hostIds)],
    rubric: rubric === undefined ? before.rubric : rubric && frozenRubric(rubric),
  };
  assertOneKindOfTargets(settings);
  return settings;
}

/** An environment has a client and servers of its own, so that clients or servers beside it would have no effect. */
function assertOneKindOfTargets({ environmentIds, hostIds, serverAttachmentId }: JourneySettings): void {
  if (environmentIds.length === 0) return;
  const message = 'has no effect beside environments: an environment has a client and servers of its own';
  if (hostIds.length > 0) refuseFault({ path: '/hostIds', message });
  if (serverAttachmentId !== null) refuseFault({ path: '/serverAttachmentId', message });
}
