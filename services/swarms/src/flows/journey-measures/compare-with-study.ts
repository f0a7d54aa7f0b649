import type { StudyAgreement } from '@assay/contract/areas/journey-measures/study-agreement';
import { notFound } from '@assay/contract/problem';
import type { Caller } from '@assay/kit/security/caller';
import type { Deps } from '../../deps.ts';
import { fingerprintsInJourneys } from '../../domain/findings/session-signals.ts';
import { assertionsOf, comparedCriteria, criteriaOfWave } from '../../domain/journey-measures/criteria-agreement.ts';
import { measuresOfRuns } from '../../domain/journey-measures/measures-view.ts';
import {
  comparedFindings,
  comparedRates,
  toSide,
  type ComparedFinding,
} from '../../domain/journey-measures/study-agreement.ts';
import { listCountedSignals, listMeasuredRuns, listWaveSightings } from '../../store/journey-measures/run-measures.ts';
import { PeopleOfStudy } from './people-of-study.ts';

/** A wave, and the part of a study whose people its personas stand for. */
export interface WantedAgreement {
  projectId: string;
  waveId: string;
  studyId: string;
  windowId: string | undefined;
  /** At most this many sessions of the study are graded. */
  gradeSessions: number;
}

/** Compares what the personas of a wave and the people of a study met. Throws NOT_FOUND for either. */
export async function compareWithStudy(
  deps: Pick<Deps, 'pool' | 'environments'>,
  caller: Caller,
  { projectId, waveId, studyId, windowId, gradeSessions }: WantedAgreement,
): Promise<StudyAgreement> {
  const { pool } = deps;
  const runs = await listMeasuredRuns(pool, projectId, waveId);
  if (runs.length === 0) throw notFound('wave', { waveId });
  const people = new PeopleOfStudy(deps, caller, { projectId, studyId, windowId: windowId ?? '' });
  const counters = measuresOfRuns(runs);
  const criteria = criteriaOfWave(runs);
  const assertions = gradeSessions > 0 ? assertionsOf(criteria) : [];
  const [real, signals, graded] = await Promise.all([
    people.measures(),
    listCountedSignals(pool, projectId, counters),
    assertions.length > 0 ? people.graded(assertions, gradeSessions) : undefined,
  ]);
  const synthetic = { counters, signals };
  const { onlyReal, onlySynthetic, shared, ...findings } = comparedFindings(real, synthetic);
  const journeyIds = [...new Set(runs.map(({ journeyId }) => journeyId))];
  const [ofPeople, ofPersonas] = await Promise.all([
    people.sightings([...onlyReal, ...shared].map(({ fingerprint }) => fingerprint)),
    listWaveSightings(
      pool,
      { projectId, waveId },
      [...onlySynthetic, ...shared].flatMap((each) =>
        fingerprintsInJourneys(each, journeyIds).map((fingerprint) => ({ of: each.fingerprint, fingerprint })),
      ),
    ),
  ]);
  const withEvidence = (finding: ComparedFinding) => ({
    ...finding,
    realEvidence: evidenceOf(finding, ofPeople),
    syntheticEvidence: evidenceOf(finding, ofPersonas),
  });
  return {
    projectId,
    waveId,
    studyId,
    windowId: windowId ?? null,
    real: toSide(real),
    synthetic: toSide(synthetic),
    rates: comparedRates(real, synthetic),
    findings: {
      ...findings,
      onlyReal: onlyReal.map(withEvidence),
      onlySynthetic: onlySynthetic.map(withEvidence),
      shared: shared.map(withEvidence),
    },
    criteria: comparedCriteria(criteria, graded),
  };
}

/** At most this many sessions are named for a finding. */
const EVIDENCE = 5;

const evidenceOf = <T extends { fingerprint: string }>(
  { fingerprint: of }: ComparedFinding,
  sightings: readonly T[],
): Omit<T, 'fingerprint'>[] =>
  sightings
    .filter(({ fingerprint }) => fingerprint === of)
    .slice(0, EVIDENCE)
    .map((sighting) => {
      const { fingerprint: _fingerprint, ...evidence } = sighting;
      return evidence;
    });
