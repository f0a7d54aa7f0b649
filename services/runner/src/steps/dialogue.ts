import type { RunExecution } from '@assay/contract/areas/eval-runs/execution';
import type { ModelUsage } from '@assay/contract/gen/assay/v1/iterations';
import type { Message } from '../domain/turn/message.ts';
import { MODEL_ID } from '../domain/models/scripted-rules.ts';
import type { Meter, MeteredModel } from '../models/meter.ts';
import type { Models } from '../models/models.ts';
import type { IterationWork } from '../iterations/iteration-work.ts';
import type { RunContext } from '../iterations/run-context.ts';
import type { Patience } from '../turn/persistent.ts';
import { scriptedModel } from '../turn/scripted-model.ts';
import type { TokenUsage, TurnModel } from '../turn/turn-model.ts';

/**
 * Dependencies of conversations with models. `costMs` is how long a report waits for the cost from the ledger, in
 * milliseconds.
 */
export interface Speakers {
  models: Models;
  meter: Meter;
  patience: Patience;
  costMs?: number;
}

const COST_MS = 2_000;

/** The conversation of one iteration with its model: one for all its prompts, begun by the first. */
export class Dialogue {
  readonly messages: Message[] = [];
  readonly execution: RunExecution;
  readonly patience: Patience;
  readonly #item: IterationWork;
  readonly #context: RunContext;
  readonly #speakers: Speakers;
  #metered: MeteredModel | undefined;
  #model: TurnModel | undefined;
  #used = {
    inputTokens: 0,
    outputTokens: 0,
    cachedInputTokens: 0,
    calls: 0,
  };

  constructor(item: IterationWork, context: RunContext, speakers: Speakers) {
    this.#item = item;
    this.#context = context;
    this.#speakers = speakers;
    this.patience = speakers.patience;
    this.execution = context.spec.execution;
  }

  get modelId(): string {
    return this.#item.model;
  }

  /** The model of the conversation. Throws a Problem when this runner cannot reach it. */
  async model(): Promise<TurnModel> {
    return (this.#model ??= this.#item.model === MODEL_ID ? scriptedModel : await this.#languageModel());
  }

  /** Adds the usage of one answer. */
  count({ inputTokens = 0, outputTokens = 0, cachedInputTokens = 0 }: TokenUsage = {}): void {
    const used = this.#used;
    this.#used = {
      inputTokens: used.inputTokens + inputTokens,
      outputTokens: used.outputTokens + outputTokens,
      cachedInputTokens: used.cachedInputTokens + cachedInputTokens,
      calls: used.calls + 1,
    };
  }

  /** The usage of all answers; undefined when no answer reported any. */
  async usage(): Promise<ModelUsage | undefined> {
    if (!this.#metered || this.#used.calls === 0) return undefined;
    return { ...this.#used, costMicros: await this.#metered.costMicros(this.#speakers.costMs ?? COST_MS) };
  }

  async #languageModel(): Promise<TurnModel> {
    const { models, meter } = this.#speakers;
    const { organizationId, projectId, runId, iterationId, fence, model } = this.#item;
    const { suiteId, keyId = '' } = this.#context.spec;
    const [named, { attentive }, { turnModel }] = await Promise.all([
      models.languageModel(model, this.#context.access),
      import('../models/attentive.ts'),
      import('../models/turn-model.ts'),
    ]);
    // The wait for the ledger does not count as silence of the provider.
    this.#metered = meter.meter(
      attentive(named, this.patience.silenceMs),
      {
        organizationId,
        projectId,
        suiteId,
        runId,
        keyId,
        purpose: 'turn',
      },
      `${iterationId}.${fence}`,
    );
    return turnModel(this.#metered);
  }
}
