import type { EvalAssertion } from '@assay/contract/areas/cases/assertion';
import type { MeasuredStudy, StudySighting } from '@assay/contract/areas/study-analytics/measured-study';
import { StudyMeasuresService } from '@assay/mesh/gen/assay/v1/study_measures';
import type { Caller } from '@assay/kit/security/caller';
import type { Deps } from '../../deps.ts';
import type { GradedPeople } from '../../domain/journey-measures/criteria-agreement.ts';
import type { MeasuredSide } from '../../domain/journey-measures/study-agreement.ts';

/** A study, or one of its weeks, as its service tells it to the caller. Every question throws NOT_FOUND as reading the study's sessions does. */
export class PeopleOfStudy {
  readonly #environments: Deps['environments'];
  readonly #caller: Caller;
  readonly #part: { projectId: string; studyId: string; windowId: string };

  constructor(
    { environments }: Pick<Deps, 'environments'>,
    caller: Caller,
    part: { projectId: string; studyId: string; windowId: string },
  ) {
    this.#environments = environments;
    this.#caller = caller;
    this.#part = part;
  }

  async measures(): Promise<MeasuredSide> {
    const { measures } = await this.#environments.call(StudyMeasuresService.readStudyMeasures, this.#part, {
      caller: this.#caller,
    });
    return JSON.parse(measures.toString()) as MeasuredStudy as MeasuredSide;
  }

  /** The newest sessions that showed signals. */
  async sightings(fingerprints: string[]): Promise<StudySighting[]> {
    const request = { ...this.#part, fingerprints };
    const { sightings } = await this.#environments.call(StudyMeasuresService.listStudyEvidence, request, {
      caller: this.#caller,
    });
    return JSON.parse(sightings.toString()) as StudySighting[];
  }

  /** How the newest ended sessions fare by assertions. */
  async graded(assertions: readonly EvalAssertion[], maxSessions: number): Promise<GradedPeople> {
    const request = { ...this.#part, assertions: Buffer.from(JSON.stringify(assertions)), maxSessions };
    return this.#environments.call(StudyMeasuresService.gradeStudySessions, request, { caller: this.#caller });
  }
}
