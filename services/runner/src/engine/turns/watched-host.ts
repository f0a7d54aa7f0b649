import { isObject } from '@assay/contract/json';
import type { TurnEvent } from '@assay/contract/areas/chat-sessions/turn-work';
import { refusedCall, type CheckedCall } from '../../domain/turns/checked-call.ts';
import type { WantedCall } from '../../domain/turns/message.ts';
import { clipText } from '../../domain/turns/tool-text.ts';
import type { CallAnswer, TurnHost } from './take-turn.ts';
import type { ProviderFailure, TurnReply } from '../models/turn-model.ts';
import { SpokenText } from './spoken-text.ts';

/** At most this much of a tool's result is in an event, in characters. */
const MAX_RESULT = 4_000;
/** Longer arguments are left out of an event, in characters of JSON. */
const MAX_INPUT = 16_000;

interface WatchedHostOptions {
  /** Records the turn and makes its calls. */
  inner: TurnHost;
  say(event: TurnEvent): void;
  /** How many calls of servers may still be made. */
  callsLeft: number;
}

/** Tells people who watch what happens in a turn, and keeps its calls within their limit. */
export class WatchedHost implements TurnHost {
  /** The results of calls, also of calls whose turn broke off before the model was told. */
  readonly answers = new Map<WantedCall, CallAnswer>();
  readonly #options: WatchedHostOptions;
  readonly #spoken: SpokenText;
  #callsLeft: number;
  #partial = '';
  #isBroken = false;

  constructor(options: WatchedHostOptions) {
    this.#options = options;
    this.#callsLeft = options.callsLeft;
    this.#spoken = new SpokenText((text) => options.say({ type: 'text', text }));
  }

  /** The beginning of an answer that the model has not ended. */
  get partialText(): string {
    return this.#partial;
  }

  heard(text: string): void {
    this.#begin();
    this.#partial += text;
    this.#spoken.add(text);
  }

  said(reply: TurnReply, startedAt: number): void {
    this.#begin();
    this.#spoken.flush();
    this.#partial = '';
    this.#options.inner.said(reply, startedAt);
  }

  failed(failure: ProviderFailure, startedAt: number): void {
    this.#spoken.flush();
    this.#isBroken = this.#partial !== '';
    this.#options.inner.failed(failure, startedAt);
  }

  /** The text of a broken answer counts no longer once another attempt speaks. */
  #begin(): void {
    if (!this.#isBroken) return;
    this.#isBroken = false;
    this.#partial = '';
    this.#options.say({ type: 'restart' });
  }

  async answer(wished: CheckedCall): Promise<CallAnswer> {
    const { inner, say } = this.#options;
    const isOwn = wished.tool?.answer !== undefined && !wished.refusal;
    const checked = isOwn ? wished : this.#withinLimit(wished);
    const { wanted, tool } = checked;
    const toolCallId = wanted.id;
    if (!isOwn)
      say({
        type: 'toolCall',
        toolCallId,
        toolName: tool?.toolName ?? clipText(wanted.name, MAX_RESULT),
        serverName: tool?.serverName ?? '',
        input: shownInput(checked),
      });
    const answer = await inner.answer(checked);
    this.answers.set(wanted, answer);
    if (!isOwn)
      say({
        type: 'toolResult',
        toolCallId,
        status: answer.isError ? 'error' : 'ok',
        text: clipText(answer.text, MAX_RESULT),
      });
    return answer;
  }

  /** Hands on the text that is gathered. */
  flush(): void {
    this.#spoken.flush();
  }

  #withinLimit(checked: CheckedCall): CheckedCall {
    if (checked.refusal || this.#callsLeft-- > 0) return checked;
    return refusedCall(checked, {
      code: 'TOOL_CALL_LIMIT',
      message: 'This turn has made as many tool calls as it may. Answer with the results so far.',
    });
  }
}

function shownInput({ arguments: args }: CheckedCall): Record<string, unknown> {
  return isObject(args) && JSON.stringify(args).length <= MAX_INPUT ? args : {};
}
