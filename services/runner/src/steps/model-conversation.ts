import type { ClientConfig } from '@assay/contract/areas/clients/config';
import type { BundleSkill } from '@assay/contract/areas/environments/bundle';
import type { RunExecution } from '@assay/contract/areas/eval-runs/execution';
import type { WorkWait } from '@assay/contract/gen/assay/v1/work';
import type { Transcript } from '@assay/contract/areas/transcripts/documents';
import type { ModelUsage } from '@assay/contract/gen/assay/v1/iterations';
import { callApproval } from '../domain/turn/call-approval.ts';
import type { ConversationMessage } from '../domain/turn/message.ts';
import type { ToolOffer } from '../domain/turn/tool-offer.ts';
import { MODEL_ID } from '../domain/models/scripted-rules.ts';
import type { ModelMeter, MeteredModel } from '../models/meter.ts';
import type { Models } from '../models/models.ts';
import type { IterationWork } from '../iterations/iteration-work.ts';
import type { RunContext } from '../iterations/run-context.ts';
import type { RetryPolicy } from '../turn/ask-with-retries.ts';
import { scriptedModel } from '../turn/scripted-model.ts';
import type { TokenUsage, TurnModel } from '../turn/turn-model.ts';

/**
 * Dependencies of conversations with models. `costMs` is how long a report waits for the cost from the ledger, in
 * milliseconds.
 */
export interface ConversationDeps {
  models: Models;
  meter: ModelMeter;
  retryPolicy: RetryPolicy;
  costMs?: number;
}

/** Told what the conversation waits for, and when it goes on. */
export type NoteWait = (waiting: WorkWait | undefined) => void;

const COST_MS = 2_000;

/** The conversation of one iteration with its model: one for all its prompts, begun by the first. */
export class ModelConversation {
  readonly messages: ConversationMessage[] = [];
  readonly execution: RunExecution;
  /** The tools on offer to the model, from the first prompt on: what it discovers stays. */
  offer: ToolOffer | undefined;
  readonly retryPolicy: RetryPolicy;
  readonly #item: IterationWork;
  readonly #context: RunContext;
  readonly #deps: ConversationDeps;
  readonly #noteWait: NoteWait;
  #metered: MeteredModel | undefined;
  #model: TurnModel | undefined;
  #used = {
    inputTokens: 0,
    outputTokens: 0,
    cachedInputTokens: 0,
    calls: 0,
  };
  #isReported = true;

  constructor(item: IterationWork, context: RunContext, deps: ConversationDeps, noteWait: NoteWait) {
    this.#noteWait = noteWait;
    this.#item = item;
    this.#context = context;
    this.#deps = deps;
    this.retryPolicy = deps.retryPolicy;
    const { execution } = context.spec;
    this.execution = { ...execution, toolApproval: callApproval(execution, this.client) };
  }

  /** The settings of the run's client, if it has any. */
  get client(): ClientConfig | undefined {
    return this.#context.spec.clientConfig;
  }

  /** The skills that the model can read. */
  get skills(): readonly BundleSkill[] {
    return this.#context.spec.skills ?? [];
  }

  get modelId(): string {
    return this.#item.model;
  }

  /** The model of the conversation. Throws a Problem when this runner cannot reach it. */
  async model(): Promise<TurnModel> {
    return (this.#model ??= this.#item.model === MODEL_ID ? scriptedModel : await this.#languageModel());
  }

  /** Adds one answer, with its usage if the provider reported any. */
  count(usage: TokenUsage | undefined): void {
    const { inputTokens = 0, outputTokens = 0, cachedInputTokens = 0 } = usage ?? {};
    const used = this.#used;
    this.#isReported &&= usage !== undefined;
    this.#used = {
      inputTokens: used.inputTokens + inputTokens,
      outputTokens: used.outputTokens + outputTokens,
      cachedInputTokens: used.cachedInputTokens + cachedInputTokens,
      calls: used.calls + 1,
    };
  }

  /** The tokens of all answers; undefined when there was no answer, or one whose usage was not reported. */
  get tokens(): Transcript['usage'] {
    const { inputTokens, outputTokens, calls } = this.#used;
    if (!this.#metered || calls === 0 || !this.#isReported) return undefined;
    return { inputTokens, outputTokens, totalTokens: inputTokens + outputTokens };
  }

  /** The reported usage and the cost of all answers; undefined when there was none. */
  async usage(): Promise<ModelUsage | undefined> {
    if (!this.#metered || this.#used.calls === 0) return undefined;
    return { ...this.#used, costMicros: await this.#metered.costMicros(this.#deps.costMs ?? COST_MS) };
  }

  async #languageModel(): Promise<TurnModel> {
    const { models, meter } = this.#deps;
    const { organizationId, projectId, runId, iterationId, fence, model } = this.#item;
    const { suiteId, keyId = '' } = this.#context.spec;
    const [named, { withSilenceLimit }, { turnModel }] = await Promise.all([
      models.languageModel(model, this.#context.access),
      import('../models/with-silence-limit.ts'),
      import('../models/turn-model.ts'),
    ]);
    // The wait for the ledger does not count as silence of the provider.
    this.#metered = meter.meter(
      withSilenceLimit(named, this.retryPolicy.silenceMs),
      {
        organizationId,
        projectId,
        suiteId,
        runId,
        keyId,
        purpose: 'turn',
      },
      `${iterationId}.${fence}`,
      (budget) => this.#noteWait(budget && { reason: 'budget', subjectId: budget.budgetId, message: budget.message }),
    );
    return turnModel(this.#metered);
  }
}
