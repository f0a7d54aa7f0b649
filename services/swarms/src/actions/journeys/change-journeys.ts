import type { Journey, UpdateJourney } from '@assay/contract/areas/journeys/documents';
import { faultProblem } from '@assay/contract/fault';
import { notFound } from '@assay/contract/problem';
import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool, type Tx } from '@assay/kit/postgres/db';
import { onceWithKey, type FirstReply, type RepeatableRequest } from '@assay/kit/requests/idempotency';
import { editedSettings, toJourney, type StoredJourney } from '../../domain/journeys/journey.ts';
import {
  archiveJourneyRow,
  claimJourney,
  findJourney,
  insertJourney,
  replaceJourney,
} from '../../store/journeys/journeys.ts';
import { findPersona } from '../../store/personas/personas.ts';
import { findSwarm } from '../../store/swarms/swarms.ts';
import { admitToProject } from '../projects/admit-to-project.ts';

export type NewJourney = Omit<StoredJourney, 'isArchived' | 'createdAt' | 'updatedAt'>;

/** Writes a journey once per idempotency key. Throws VALIDATION_ERROR for a persona or swarm that the project does not have. */
export const createJourney = (
  pool: Pool,
  journey: NewJourney,
  request: RepeatableRequest,
): Promise<FirstReply<Journey>> =>
  transaction(pool, (tx) =>
    onceWithKey(tx, request, async () => {
      await assertMembers(tx, journey);
      const stored = await insertJourney(tx, journey);
      await admitToProject(tx, journey.projectId, 'journeys');
      await audit(tx, { target: { journeyId: stored.id }, after: toJourney(stored) });
      return toJourney(stored);
    }),
  );

async function assertMembers(tx: Tx, { projectId, personaId, swarmId }: NewJourney): Promise<void> {
  const persona = await findPersona(tx, projectId, personaId);
  if (!persona || persona.isArchived)
    throw faultProblem({ path: '/personaId', message: 'is not a persona of this project' }, { personaId });
  if (swarmId === null) return;
  const swarm = await findSwarm(tx, projectId, swarmId);
  if (!swarm || swarm.isArchived)
    throw faultProblem({ path: '/swarmId', message: 'is not a swarm of this project' }, { swarmId });
}

export interface JourneyTarget {
  projectId: string;
  journeyId: string;
}

/** Edits a journey that is not archived. Throws NOT_FOUND, or VALIDATION_ERROR for settings that contradict each other. */
export const updateJourney = (
  pool: Pool,
  { projectId, journeyId }: JourneyTarget,
  edit: UpdateJourney,
): Promise<Journey> =>
  transaction(pool, async (tx) => {
    const before = await claimJourney(tx, projectId, journeyId);
    if (!before) throw notFound('journey');
    const after = await replaceJourney(tx, { ...before, ...editedSettings(before, edit) });
    await audit(tx, { target: { journeyId }, before: toJourney(before), after: toJourney(after) });
    return toJourney(after);
  });

/** Archives a journey; one that is archived stays so. Throws NOT_FOUND. */
export const archiveJourney = (pool: Pool, { projectId, journeyId }: JourneyTarget): Promise<void> =>
  transaction(pool, async (tx) => {
    const journey = await claimJourney(tx, projectId, journeyId);
    if (!journey && !(await findJourney(tx, projectId, journeyId))) throw notFound('journey');
    if (journey) await archiveJourneyRow(tx, projectId, journeyId);
    await audit(tx, journey && { target: { journeyId }, before: toJourney(journey) });
  });
