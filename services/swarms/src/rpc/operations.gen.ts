// Generated from the operations of the contract by `npm run generate`. Do not edit.
import { rpcsOf } from '@assay/contract/operations';
import { onFirstCall } from '@assay/kit/rpc/handler';
import { implement, type Implementation } from '@assay/kit/rpc/serve';
import type { Deps } from '../deps.ts';

/** Every operation of the swarms service with its handler, which is loaded with its first call. */
export const swarmsOperations = (deps: Deps): Implementation =>
  implement(rpcsOf('swarms'), {
    archiveJourney: onFirstCall(async () => (await import('./journeys/archive-journey.ts')).archiveJourney(deps)),
    createJourney: onFirstCall(async () => (await import('./journeys/create-journey.ts')).createJourney(deps)),
    getJourney: onFirstCall(async () => (await import('./journeys/get-journey.ts')).getJourney(deps)),
    listJourneys: onFirstCall(async () => (await import('./journeys/list-journeys.ts')).listJourneys(deps)),
    updateJourney: onFirstCall(async () => (await import('./journeys/update-journey.ts')).updateJourney(deps)),
    createPersona: onFirstCall(async () => (await import('./personas/create-persona.ts')).createPersona(deps)),
    deletePersona: onFirstCall(async () => (await import('./personas/delete-persona.ts')).deletePersona(deps)),
    getPersona: onFirstCall(async () => (await import('./personas/get-persona.ts')).getPersona(deps)),
    listPersonas: onFirstCall(async () => (await import('./personas/list-personas.ts')).listPersonas(deps)),
    updatePersona: onFirstCall(async () => (await import('./personas/update-persona.ts')).updatePersona(deps)),
    archiveSwarm: onFirstCall(async () => (await import('./swarms/archive-swarm.ts')).archiveSwarm(deps)),
    createSwarm: onFirstCall(async () => (await import('./swarms/create-swarm.ts')).createSwarm(deps)),
    getSwarm: onFirstCall(async () => (await import('./swarms/get-swarm.ts')).getSwarm(deps)),
    listSwarms: onFirstCall(async () => (await import('./swarms/list-swarms.ts')).listSwarms(deps)),
    updateSwarm: onFirstCall(async () => (await import('./swarms/update-swarm.ts')).updateSwarm(deps)),
  });
