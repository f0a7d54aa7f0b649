import { checkedCall, type CallApproval, type CheckedCall } from '../../domain/turns/checked-call.ts';
import type { ConversationMessage, ResultImage } from '../../domain/turns/message.ts';
import type { OfferedTools } from '../../domain/offer/offered-tools.ts';
import { askWithRetries, type RetryPolicy } from './ask-with-retries.ts';
import type { ProviderFailure, TurnReply, TurnModel } from '../models/turn-model.ts';

/** The result of a call that a model asked for, made or refused. */
export interface CallAnswer {
  text: string;
  isError: boolean;
  images?: readonly ResultImage[];
}

/** Observes a turn, and makes its tool calls. */
export interface TurnHost {
  /** Told the text of an answer as it comes; a failed attempt may have said a part of it before. */
  heard?(text: string): void;
  /** Called when the model has answered; `startedAt` is when it was asked, by `performance.now()`. */
  said(said: TurnReply, startedAt: number): void;
  /** Called when an attempt failed; another may follow. */
  failed(failure: ProviderFailure, startedAt: number): void;
  /** Makes a call, or records why it is not made. The calls of one answer are made concurrently. */
  answer(call: CheckedCall): Promise<CallAnswer>;
}

export interface TurnInput {
  model: TurnModel;
  /** All messages so far, the prompt last; the turn is added to them. */
  conversation: ConversationMessage[];
  /** Read for each question: a call of a tool may offer others. */
  offer: {
    readonly tools: OfferedTools;
    /** Called before each question: a server may have changed its tools. */
    renew?(): Promise<void>;
  };
  toolApproval: CallApproval;
  /** Calls of the model at most. */
  maxSteps: number;
  temperature?: number | undefined;
  seed?: number | undefined;
  signal: AbortSignal;
  retryPolicy: RetryPolicy;
}

/**
 * Runs one turn: asks the model, makes the tool calls of its answer, returns their results to it, until an answer has
 * no calls. Returns why the turn ended: the model's reason, `maxSteps`, or `approval` when calls wait for a person.
 */
export async function takeTurn(
  { model, conversation, offer, toolApproval, maxSteps, temperature, seed, signal, retryPolicy }: TurnInput,
  host: TurnHost,
): Promise<string> {
  for (let step = 1; ; step++) {
    signal.throwIfAborted();
    await offer.renew?.();
    const { tools } = offer;
    const { said, startedAt } = await askWithRetries(
      model,
      {
        messages: conversation,
        tools,
        temperature,
        seed,
        signal,
        heard: host.heard && ((text) => host.heard!(text)),
      },
      retryPolicy,
      (failure, at) => host.failed(failure, at),
    );
    const calls = said.calls.map((wanted) => checkedCall(wanted, tools.get(wanted.name), toolApproval));
    host.said(said, startedAt);
    conversation.push({
      role: 'assistant',
      text: said.text,
      calls: said.calls,
      native: said.native,
    });
    if (calls.length === 0) return said.finishReason;
    const allowed = calls.filter(({ isPending }) => !isPending);
    await answerCalls(conversation, allowed, host);
    if (allowed.length < calls.length) return 'approval';
    if (step === maxSteps) return 'maxSteps';
  }
}

/** Makes calls concurrently, and adds their results to the conversation. */
export async function answerCalls(
  conversation: ConversationMessage[],
  calls: CheckedCall[],
  host: Pick<TurnHost, 'answer'>,
): Promise<void> {
  const answers = await allOf(calls.map((call) => host.answer(call)));
  conversation.push(
    ...answers.map((answer, i): ConversationMessage => ({ role: 'tool', call: calls[i]!.wanted, ...answer })),
  );
}

/** Waits for all promises, even when one rejects: the other results are evidence. */
async function allOf<T>(work: Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(work);
  return Promise.all(work);
}
