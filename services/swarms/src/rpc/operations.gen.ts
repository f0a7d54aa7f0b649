// Generated from the operations of the contract by `npm run generate`. Do not edit.
import { rpcsOf } from '@assay/mesh/rpc/operation-rpc';
import { onFirstCall } from '@assay/kit/rpc/handler';
import { implement, type Implementation } from '@assay/kit/rpc/serve';
import type { Deps } from '../deps.ts';

/** Every operation of the swarms service with its handler, which is loaded with its first call. */
export const swarmsOperations = (deps: Deps): Implementation =>
  implement(rpcsOf('swarms'), {
    compareWaveWithStudy: onFirstCall(async () => (await import('./journey-measures/compare-wave-with-study.ts')).compareWaveWithStudy(deps)),
    getJourneyRunMeasures: onFirstCall(async () => (await import('./journey-measures/get-journey-run-measures.ts')).getJourneyRunMeasures(deps)),
    getJourneyWaveMeasures: onFirstCall(async () => (await import('./journey-measures/get-journey-wave-measures.ts')).getJourneyWaveMeasures(deps)),
    cancelJourneyRun: onFirstCall(async () => (await import('./journey-runs/cancel-journey-run.ts')).cancelJourneyRun(deps)),
    compareJourneyWaves: onFirstCall(async () => (await import('./journey-runs/compare-journey-waves.ts')).compareJourneyWaves(deps)),
    dismissSwarmFinding: onFirstCall(async () => (await import('./journey-runs/journey-runs.ts')).dismissSwarmFinding(deps)),
    gateJourneyWave: onFirstCall(async () => (await import('./journey-runs/gate-journey-wave.ts')).gateJourneyWave(deps)),
    getJourneyRun: onFirstCall(async () => (await import('./journey-runs/get-journey-run.ts')).getJourneyRun(deps)),
    getJourneyRunScorecard: onFirstCall(async () => (await import('./journey-runs/get-journey-run-scorecard.ts')).getJourneyRunScorecard(deps)),
    getJourneyRunSession: onFirstCall(async () => (await import('./journey-runs/get-journey-run-session.ts')).getJourneyRunSession(deps)),
    getSwarmOverview: onFirstCall(async () => (await import('./journey-runs/journey-runs.ts')).getSwarmOverview(deps)),
    launchJourneyRun: onFirstCall(async () => (await import('./journey-runs/launch-journey-run.ts')).launchJourneyRun(deps)),
    listJourneyRunSessions: onFirstCall(async () => (await import('./journey-runs/list-journey-run-sessions.ts')).listJourneyRunSessions(deps)),
    listJourneyRuns: onFirstCall(async () => (await import('./journey-runs/list-journey-runs.ts')).listJourneyRuns(deps)),
    listJourneySessionTraceParts: onFirstCall(async () => (await import('./journey-runs/list-journey-session-trace-parts.ts')).listJourneySessionTraceParts(deps)),
    listJourneySessionTurns: onFirstCall(async () => (await import('./journey-runs/list-journey-session-turns.ts')).listJourneySessionTurns(deps)),
    listSwarmFindings: onFirstCall(async () => (await import('./journey-runs/list-swarm-findings.ts')).listSwarmFindings(deps)),
    streamJourneyRunEvents: onFirstCall(async () => (await import('./journey-runs/stream-journey-run-events.ts')).streamJourneyRunEvents(deps)),
    undismissSwarmFinding: onFirstCall(async () => (await import('./journey-runs/journey-runs.ts')).undismissSwarmFinding(deps)),
    archiveJourney: onFirstCall(async () => (await import('./journeys/archive-journey.ts')).archiveJourney(deps)),
    createJourney: onFirstCall(async () => (await import('./journeys/create-journey.ts')).createJourney(deps)),
    generateJourneys: onFirstCall(async () => (await import('./journeys/generate-journeys.ts')).generateJourneys(deps)),
    getJourney: onFirstCall(async () => (await import('./journeys/get-journey.ts')).getJourney(deps)),
    listJourneys: onFirstCall(async () => (await import('./journeys/list-journeys.ts')).listJourneys(deps)),
    updateJourney: onFirstCall(async () => (await import('./journeys/update-journey.ts')).updateJourney(deps)),
    createPersona: onFirstCall(async () => (await import('./personas/create-persona.ts')).createPersona(deps)),
    deletePersona: onFirstCall(async () => (await import('./personas/delete-persona.ts')).deletePersona(deps)),
    generatePersonas: onFirstCall(async () => (await import('./personas/generate-personas.ts')).generatePersonas(deps)),
    getPersona: onFirstCall(async () => (await import('./personas/get-persona.ts')).getPersona(deps)),
    listPersonas: onFirstCall(async () => (await import('./personas/list-personas.ts')).listPersonas(deps)),
    updatePersona: onFirstCall(async () => (await import('./personas/update-persona.ts')).updatePersona(deps)),
    archiveSwarm: onFirstCall(async () => (await import('./swarms/archive-swarm.ts')).archiveSwarm(deps)),
    createSwarm: onFirstCall(async () => (await import('./swarms/create-swarm.ts')).createSwarm(deps)),
    getSwarm: onFirstCall(async () => (await import('./swarms/get-swarm.ts')).getSwarm(deps)),
    listSwarms: onFirstCall(async () => (await import('./swarms/list-swarms.ts')).listSwarms(deps)),
    updateSwarm: onFirstCall(async () => (await import('./swarms/update-swarm.ts')).updateSwarm(deps)),
    cancelWaveInsights: onFirstCall(async () => (await import('./wave-insights/cancel-wave-insights.ts')).cancelWaveInsights(deps)),
    getWaveInsights: onFirstCall(async () => (await import('./wave-insights/get-wave-insights.ts')).getWaveInsights(deps)),
    requestWaveInsights: onFirstCall(async () => (await import('./wave-insights/request-wave-insights.ts')).requestWaveInsights(deps)),
  });
