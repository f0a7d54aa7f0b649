import { ProviderFailure, type TurnModel } from './turn-model.ts';

/** At most this many models of runs are remembered; then the oldest is forgotten. */
const MOST = 1_000;

/**
 * Since when each model of a run has only said that it takes no more calls for now. All work of the run shares it, so that
 * work which begins late does not ask the provider for as long once more, and the run ends soon.
 */
export class RateLimits {
  readonly #since = new Map<string, number>();

  /** The model as the work of one run asks it: again within `withinMs` milliseconds of the first refusal. */
  shared(model: TurnModel, runId: string, withinMs: number): TurnModel {
    const key = `${runId} ${model.id}`;
    return {
      id: model.id,
      ask: async (question) => {
        try {
          const reply = await model.ask(question);
          this.#since.delete(key);
          return reply;
        } catch (error) {
          if (!(error instanceof ProviderFailure) || error.outlook.stop !== 'PROVIDER_RATE_LIMITED') throw error;
          const leftMs = this.#sinceOf(key) + withinMs - performance.now();
          throw new ProviderFailure(error.problem, { ...error.outlook, withinMs: leftMs });
        }
      },
    };
  }

  #sinceOf(key: string): number {
    const since = this.#since.get(key) ?? performance.now();
    this.#since.set(key, since);
    if (this.#since.size > MOST) this.#since.delete(this.#since.keys().next().value!);
    return since;
  }
}
