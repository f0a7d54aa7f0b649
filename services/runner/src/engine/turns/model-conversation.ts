import type { ClientConfig } from '@assay/contract/areas/clients/config';
import type { BundleSkill } from '@assay/contract/areas/environments/bundle';
import type { ModelAccess } from '@assay/contract/areas/eval-runs/execution';
import type { WorkWait } from '@assay/mesh/gen/assay/v1/work';
import type { Transcript } from '@assay/contract/areas/transcripts/documents';
import type { ModelUsage } from '@assay/mesh/gen/assay/v1/iterations';
import type { ConversationMessage } from '../../domain/turns/message.ts';
import type { ToolOffer } from '../../domain/offer/tool-offer.ts';
import { MODEL_ID } from '../../domain/models/scripted-rules.ts';
import type { MeterAccount, ModelMeter, MeteredModel } from '../models/meter.ts';
import type { Models } from '../models/models.ts';
import type { RetryPolicy } from './ask-with-retries.ts';
import type { RateLimits } from '../models/rate-limits.ts';
import { ownSilenceLimit, type SilentModels } from '../models/silent-models.ts';
import { scriptedModel } from '../models/scripted-model.ts';
import type { TokenUsage, TurnModel } from '../models/turn-model.ts';

/**
 * Dependencies of conversations with models. `costMs` is how long a report waits for the cost from the ledger, in
 * milliseconds.
 */
export interface ConversationDeps {
  models: Models;
  meter: ModelMeter;
  retryPolicy: RetryPolicy;
  /** The limits, and the silences of providers, that the work of each run shares. */
  limits: RateLimits;
  silentModels: SilentModels;
  costMs?: number;
}

/** The settings of a conversation: its model, the model's account, and what its client brings. */
export interface ConversationSettings {
  /** `provider/name`. */
  modelId: string;
  /** Access to model providers that the project brought; without it the runner's own settings are used. */
  access: ModelAccess | undefined;
  account: MeterAccount;
  /** Unique: the calls of the model are numbered behind it. */
  callIdPrefix: string;
  /** The settings of the client, if it has any. */
  client: ClientConfig | undefined;
  /** The skills that the model can read. */
  skills: readonly BundleSkill[];
}

/** Told what the conversation waits for, and when it goes on. */
type NoteWait = (waiting: WorkWait | undefined) => void;

const COST_MS = 2_000;
/** At most this many tokens a conversation reports: the largest count that is stored. */
const MAX_TOKENS = 2_147_483_647;

/** The conversation of one iteration or turn with its model: one for all prompts, begun by the first. */
export class ModelConversation {
  readonly messages: ConversationMessage[] = [];
  /** The tools on offer to the model, from the first prompt on: what it discovers stays. */
  offer: ToolOffer | undefined;
  readonly retryPolicy: RetryPolicy;
  readonly #settings: ConversationSettings;
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
  #totalTokens = 0;
  #isReported = true;

  constructor(settings: ConversationSettings, deps: ConversationDeps, noteWait: NoteWait) {
    this.#noteWait = noteWait;
    this.#settings = settings;
    this.#deps = deps;
    this.retryPolicy = deps.retryPolicy;
  }

  get client(): ClientConfig | undefined {
    return this.#settings.client;
  }

  get skills(): readonly BundleSkill[] {
    return this.#settings.skills;
  }

  get modelId(): string {
    return this.#settings.modelId;
  }

  /** The model of the conversation. Throws a Problem when this runner cannot reach it. */
  async model(): Promise<TurnModel> {
    return (this.#model ??= this.modelId === MODEL_ID ? scriptedModel : await this.#languageModel());
  }

  /** Adds one answer, with its usage if the provider reported any. A sum that no report could hold is not reported. */
  count(usage: TokenUsage | undefined): void {
    const { inputTokens = 0, outputTokens = 0, cachedInputTokens = 0 } = usage ?? {};
    const used = this.#used;
    const total = this.#totalTokens + Math.max(usage?.totalTokens ?? 0, inputTokens + outputTokens);
    const sum = {
      inputTokens: used.inputTokens + inputTokens,
      outputTokens: used.outputTokens + outputTokens,
      cachedInputTokens: used.cachedInputTokens + cachedInputTokens,
    };
    const fits = Math.max(sum.inputTokens, sum.outputTokens, total) <= MAX_TOKENS;
    this.#isReported &&= usage !== undefined && fits;
    this.#used = { ...(fits ? sum : used), calls: used.calls + 1 };
    if (fits) this.#totalTokens = total;
  }

  /** The tokens of all answers; undefined when there was no answer, or one whose usage was not reported. */
  get tokens(): Transcript['usage'] {
    const { inputTokens, outputTokens, calls } = this.#used;
    if (!this.#metered || calls === 0 || !this.#isReported) return undefined;
    return { inputTokens, outputTokens, totalTokens: this.#totalTokens };
  }

  /** The reported usage and the cost of all answers; undefined when there was none. */
  async usage(): Promise<ModelUsage | undefined> {
    if (!this.#metered || this.#used.calls === 0) return undefined;
    return {
      ...this.#used,
      ...(this.#isReported
        ? { costMicros: await this.#metered.costMicros(this.#deps.costMs ?? COST_MS) }
        : { isUnreported: true }),
    };
  }

  async #languageModel(): Promise<TurnModel> {
    const { models, meter, limits, silentModels } = this.#deps;
    const { modelId, access, account, callIdPrefix } = this.#settings;
    const [named, { withSilenceLimit }, { modelForTurns }] = await Promise.all([
      models.languageModel(modelId, access),
      import('../models/with-silence-limit.ts'),
      import('../models/model-for-turns.ts'),
    ]);
    const { silenceMs } = this.retryPolicy;
    const silence =
      account.runId === '' ? ownSilenceLimit(silenceMs) : silentModels.of(modelId, account.runId, silenceMs);
    // The wait for the ledger does not count as silence of the provider.
    this.#metered = meter.meter(withSilenceLimit(named, silence), account, callIdPrefix, (budget) =>
      this.#noteWait(budget && { reason: 'budget', subjectId: budget.budgetId, message: budget.message }),
    );
    const model = modelForTurns(this.#metered);
    return account.runId === '' ? model : limits.shared(model, account.runId, this.retryPolicy.withinMs);
  }
}
