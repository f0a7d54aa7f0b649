import type { TranscriptToolCall } from '@assay/contract/areas/transcripts/documents';
import type { TraceSpan } from '@assay/contract/areas/transcripts/trace';
import { given } from '@assay/contract/given';
import type { CheckedCall } from '../../domain/turns/checked-call.ts';
import type { WantedCall } from '../../domain/turns/message.ts';
import type { OfferedTool } from '../../domain/offer/offered-tools.ts';
import { clipText, resultImages, toolText } from '../../domain/turns/tool-text.ts';
import type { CallAnswer, TurnHost } from './take-turn.ts';
import type { ProviderFailure, TurnReply } from '../models/turn-model.ts';
import { callTool, type CallContext, type PlacedCall } from '../tools/tool-call.ts';
import type { ModelConversation } from './model-conversation.ts';

/** At most this much of the arguments of a client's own tool stands in the name of its span, in characters. */
const MAX_QUOTE = 200;

/** The parts of an iteration, a turn or a session that a model's turn uses. */
export interface PromptContext extends CallContext {
  conversation: ModelConversation;
  /** Shows the results of tools that have widgets; absent where no browser watches. */
  widgets?: { showBeside(call: TranscriptToolCall, result: TranscriptToolCall['result']): void } | undefined;
}

/** The place of a turn in its case, or in its chat session. */
type TurnPlace = Pick<PlacedCall, 'stepId' | 'stepIndex'> & { promptIndex: number };

/** The id under which a call is recorded, if it is not the recorder's next one. */
type CallIdOf = (wanted: WantedCall) => string | undefined;

/** Records one turn of a model, and makes its calls on the sessions of the iteration or turn. */
export class PromptHost implements TurnHost {
  /** The ids of the recorded calls. */
  readonly callIds = new Map<WantedCall, string>();
  readonly #context: PromptContext;
  readonly #place: TurnPlace;
  readonly #callIdOf: CallIdOf;

  constructor(context: PromptContext, place: TurnPlace, callIdOf: CallIdOf = () => undefined) {
    this.#context = context;
    this.#place = place;
    this.#callIdOf = callIdOf;
  }

  said({ finishReason, usage, ttfcMs }: TurnReply, startedAt: number): void {
    const { inputTokens, outputTokens } = usage ?? {};
    this.#context.conversation.count(usage);
    this.#span('llm', startedAt, {
      finishReason,
      ...given({ inputTokens, outputTokens, ttfcMs }),
      ...this.#offerFacts(),
    });
  }

  failed({ message }: ProviderFailure, startedAt: number): void {
    this.#span('error', startedAt, { status: 'error', message });
  }

  async answer(checked: CheckedCall): Promise<CallAnswer> {
    const { recorder } = this.#context;
    const { wanted, tool, refusal } = checked;
    if (tool?.answer && !refusal) return this.#ownAnswer(tool.answer, checked);
    const id = recorder.beginCall(this.#callIdOf(wanted));
    this.callIds.set(wanted, id);
    const placed = {
      ...this.#place,
      id,
      serverName: tool?.serverName ?? '',
      toolName: tool?.toolName ?? wanted.name,
      arguments: checked.arguments,
    };
    if (refusal) {
      recorder.toolCall({
        ...placed,
        serverId: tool?.serverId ?? '',
        error: refusal,
        isError: true,
        startMs: recorder.at(),
      });
      return { text: refusal.message, isError: true };
    }
    const { call, result } = await callTool(this.#context, placed);
    this.#context.widgets?.showBeside(call, result);
    const { error, isError } = call;
    if (error) return { text: error.message, isError };
    const { modelVisibleMcpToolResults: shown, mcpToolResultImageRendering: rendering } =
      this.#context.conversation.client ?? {};
    const images = resultImages(result ?? {}, shown, rendering);
    return { text: toolText(result ?? {}, shown, images), isError, ...(images.length > 0 && { images }) };
  }

  /** A call of a tool that the client itself offers is no call of a server: it is a span and two messages. */
  #ownAnswer(answer: NonNullable<OfferedTool['answer']>, { wanted, arguments: args }: CheckedCall): CallAnswer {
    const { recorder } = this.#context;
    const { stepIndex, promptIndex } = this.#place;
    const startMs = recorder.at();
    const text = answer(args);
    recorder.span({
      name: `${wanted.name} ${clipText(wanted.input, MAX_QUOTE)}`,
      category: 'client',
      startMs,
      stepIndex,
      promptIndex,
      status: 'ok',
    });
    return { text, isError: false };
  }

  /** The tools of the question, where the run's client decides about them. */
  #offerFacts(): Pick<TraceSpan, 'offeredTools' | 'hiddenTools'> {
    const { client, offer } = this.#context.conversation;
    return client && offer ? { offeredTools: offer.tools.size, hiddenTools: offer.hidden } : {};
  }

  #span(category: 'llm' | 'error', startedAt: number, more: object): void {
    const { recorder, conversation } = this.#context;
    const { stepIndex, promptIndex } = this.#place;
    recorder.span({
      name: `chat ${conversation.modelId}`,
      category,
      startMs: recorder.at(startedAt),
      stepIndex,
      promptIndex,
      modelId: conversation.modelId,
      ...more,
    });
  }
}
