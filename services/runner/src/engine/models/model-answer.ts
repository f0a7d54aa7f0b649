import type {
  LanguageModelV4Content,
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider';
import { given } from '@assay/contract/given';
import type { WantedCall } from '../../domain/turns/message.ts';
import type { TurnReply, TokenUsage } from './turn-model.ts';
import { callPart } from './call-options.ts';
import { isAnswered, isEndedByProvider, hasContent } from './stream-part.ts';

/** The whole answer of a model to one call. */
interface ModelAnswer {
  content: LanguageModelV4Content[];
  finishReason: LanguageModelV4FinishReason;
  usage: LanguageModelV4Usage;
}

type Block = Extract<LanguageModelV4Content, { type: 'text' | 'reasoning' }>;

/** Assembles an answer from the parts of a stream. */
export class AnswerBuilder {
  readonly #content: LanguageModelV4Content[] = [];
  readonly #open = new Map<string, Block>();
  #isSaid = false;
  #end: Pick<ModelAnswer, 'finishReason' | 'usage'> | undefined;

  /** Throws the error that the provider put into its stream. */
  add(part: LanguageModelV4StreamPart): void {
    this.#isSaid ||= hasContent(part);
    switch (part.type) {
      case 'text-start':
        return this.#begin('text', part.id, part);
      case 'reasoning-start':
        return this.#begin('reasoning', part.id, part);
      case 'text-delta':
      case 'reasoning-delta':
        return this.#extend(part.id, part.delta, part);
      case 'text-end':
      case 'reasoning-end':
        return this.#extend(part.id, '', part);
      case 'tool-call':
        return void this.#content.push(part);
      case 'finish':
        this.#end = part;
        return;
      case 'error':
        throw part.error;
      default:
    }
  }

  /** Undefined when the stream ended without a reason: the answer may be incomplete. */
  get answer(): ModelAnswer | undefined {
    return this.#end && isAnswered(this.#end) ? { content: this.#content, ...this.#end } : undefined;
  }

  /** Whether the answer has any content. */
  get isSaid(): boolean {
    return this.#isSaid;
  }

  /** Whether the provider ended the answer, for any reason. */
  get isEnded(): boolean {
    return this.#end !== undefined && isEndedByProvider(this.#end);
  }

  #begin(type: Block['type'], id: string, { providerMetadata }: Pick<Block, 'providerMetadata'>): void {
    const block: Block = { type, text: '', ...given({ providerMetadata }) };
    this.#open.set(`${type}-${id}`, block);
    this.#content.push(block);
  }

  #extend(
    id: string,
    delta: string,
    { type, providerMetadata }: { type: string } & Pick<Block, 'providerMetadata'>,
  ): void {
    const block = this.#open.get(`${type.split('-')[0]}-${id}`);
    if (!block) return;
    block.text += delta;
    // A signature comes with the last piece.
    if (providerMetadata) block.providerMetadata = providerMetadata;
  }
}

/** The parts of an answer that count for a turn. Reasoning is only sent back to its provider. */
export function turnReplyOf({ content, finishReason, usage }: ModelAnswer, ttfcMs: number | undefined): TurnReply {
  const calls = content.flatMap((part): WantedCall[] =>
    part.type === 'tool-call' ? [{ id: part.toolCallId, name: part.toolName, input: part.input }] : [],
  );
  const text = content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('');
  const used = usageOf(usage);
  return {
    text,
    calls,
    finishReason: finishReason.unified,
    ...given({ usage: used, ttfcMs }),
    native: nativeOf(content),
  };
}

/** Undefined when the provider did not report both sides. */
function usageOf({
  inputTokens: { total: inputTokens, cacheRead: cachedInputTokens },
  outputTokens: { total: outputTokens },
  raw,
}: LanguageModelV4Usage): TokenUsage | undefined {
  return inputTokens === undefined || outputTokens === undefined
    ? undefined
    : { inputTokens, outputTokens, cachedInputTokens, totalTokens: totalIn(raw) };
}

/** The total in the words of OpenAI, Google and Bedrock; Anthropic reports none. */
function totalIn(raw: LanguageModelV4Usage['raw']): number | undefined {
  const total = raw?.['total_tokens'] ?? raw?.['totalTokenCount'] ?? raw?.['totalTokens'];
  return Number.isSafeInteger(total) && Number(total) >= 0 ? Number(total) : undefined;
}

function nativeOf(content: LanguageModelV4Content[]): object[] {
  return content.flatMap((part): object[] => {
    if (part.type !== 'text' && part.type !== 'reasoning' && part.type !== 'tool-call') return [];
    const options = part.providerMetadata && { providerOptions: part.providerMetadata };
    if (part.type === 'tool-call')
      return [{ ...callPart({ id: part.toolCallId, name: part.toolName, input: part.input }), ...options }];
    return part.text === '' && !options ? [] : [{ type: part.type, text: part.text, ...options }];
  });
}
