import type { DraftedPersona, JourneyDraft, PersonaDraft } from '@assay/contract/areas/journeys/drafts';
import type { JourneyDraftsTask } from '@assay/contract/areas/journeys/drafting-work';
import { foldedName } from '@assay/contract/normal-name';
import { Problem } from '@assay/contract/problem';
import { redactDocument } from '@assay/kit/security/redact';

type Wanted = Pick<JourneyDraftsTask, 'persona' | 'personaCount' | 'journeyCount' | 'existing'>;

/** The checks of the contract's documents. Each throws the Problem of a document that could not be stored. */
export interface DraftChecks {
  persona(draft: object): PersonaDraft;
  journey(draft: object): JourneyDraft;
}

/** At most this many refusals are told. */
const MAX_TOLD = 20;

/**
 * The drafts that were accepted so far. A draft is masked, and refused when it could not be stored, when its persona has
 * the name or the role of another one, or when its goal is drafted for the persona already.
 */
export class DraftCollection {
  readonly personas: DraftedPersona[] = [];
  /** Of the persona of the task; empty when personas are drafted. */
  readonly journeys: JourneyDraft[] = [];
  readonly #wanted: Wanted;
  readonly #taken: { names: Set<string>; roles: Set<string> };
  readonly #checks: DraftChecks;
  #refusals: string[] = [];

  constructor(wanted: Wanted, checks: DraftChecks) {
    this.#wanted = wanted;
    this.#checks = checks;
    this.#taken = {
      names: new Set(wanted.existing.map(({ name }) => foldedName(name))),
      roles: new Set(wanted.existing.map(({ role }) => foldedName(role))),
    };
  }

  /** How many personas, or journeys of the persona of the task, are still wanted. */
  get missing(): number {
    const { persona, personaCount, journeyCount } = this.#wanted;
    return persona ? journeyCount - this.journeys.length : personaCount - this.personas.length;
  }

  get isEmpty(): boolean {
    return this.personas.length + this.journeys.length === 0;
  }

  /** Why drafts were refused since the last call. */
  takeRefusals(): string[] {
    const told = this.#refusals.slice(0, MAX_TOLD);
    this.#refusals = [];
    return told;
  }

  /** Warnings of drafts that are fewer than were asked for. */
  shortfall(): string[] {
    const { persona, personaCount, journeyCount } = this.#wanted;
    const { personas, journeys } = this;
    if (persona) return this.missing > 0 ? [`Of ${journeyCount} journeys, ${journeys.length} could be drafted.`] : [];
    const short = personas.filter((each) => each.journeys.length < journeyCount).length;
    return [
      ...(this.missing > 0 ? [`Of ${personaCount} personas, ${personas.length} could be drafted.`] : []),
      ...(short > 0 ? [`${short} of the personas have fewer than ${journeyCount} journeys.`] : []),
    ];
  }

  /** Whether no persona has the name, and none the role. */
  isFree(place: 'names' | 'roles', text: string): boolean {
    return !this.#taken[place].has(foldedName(text));
  }

  /** Takes a persona with its journeys, if it is wanted; a journey that cannot be used is left out. */
  addPersona(drafted: { persona: object; journeys: object[] }): void {
    if (this.missing <= 0) return;
    const persona = this.#checked('persona', drafted.persona);
    if (!persona) return;
    const { name, role } = persona;
    if (!this.isFree('names', name)) return this.#refuse(`The persona "${name}" has the name of another one.`);
    if (!this.isFree('roles', role)) return this.#refuse(`The persona "${name}" has the role of another one: ${role}.`);
    const journeys = this.#journeysIn(drafted.journeys, []);
    if (journeys.length === 0) return this.#refuse(`The persona "${name}" has no journey that can be used.`);
    this.#taken.names.add(foldedName(name));
    this.#taken.roles.add(foldedName(role));
    this.personas.push({ persona, journeys });
  }

  /** Takes journeys of the persona of the task, as far as they are wanted. */
  addJourneys(drafts: object[]): void {
    this.journeys.push(...this.#journeysIn(drafts, this.journeys));
  }

  #journeysIn(drafts: object[], present: readonly JourneyDraft[]): JourneyDraft[] {
    const goals = new Set(present.map(({ goal }) => foldedName(goal)));
    const taken: JourneyDraft[] = [];
    for (const draft of drafts) {
      if (present.length + taken.length >= this.#wanted.journeyCount) break;
      const journey = this.#checked('journey', draft);
      if (!journey) continue;
      if (goals.has(foldedName(journey.goal))) {
        this.#refuse('A journey repeats the goal of another one.');
        continue;
      }
      goals.add(foldedName(journey.goal));
      taken.push(journey);
    }
    return taken;
  }

  #checked<What extends keyof DraftChecks>(what: What, draft: object): ReturnType<DraftChecks[What]> | undefined {
    try {
      return this.#checks[what](redactDocument(draft)) as ReturnType<DraftChecks[What]>;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.#refuse(`A ${what} cannot be stored: ${error.message}`);
      return undefined;
    }
  }

  #refuse(why: string): void {
    this.#refusals.push(why);
  }
}
