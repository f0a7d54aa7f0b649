import type { SessionResult, SessionTask, SessionTurn } from '@assay/contract/areas/journey-runs/session-work';
import type { TurnMessage, TurnTask } from '@assay/contract/areas/chat-sessions/turn-work';
import { hasCallFailed } from '@assay/grading/assertions/tool-result';
import type { PlayedTurn } from '../../domain/journeys/persona-move.ts';
import { ChatTurn, type TurnInventory } from '../../engine/turns/chat-turn.ts';
import type { PersonaVoice } from './persona-voice.ts';
import type { PromptContext } from '../../engine/turns/prompt-host.ts';

/** The assistant's part of a session. */
export interface SessionScope extends PromptContext {
  inventory(): Promise<TurnInventory>;
  /** Told before each message of the persona, from 0. */
  begins(promptIndex: number): void;
}

/** How a conversation came to its own end. */
export type ConversationEnd = Required<Pick<SessionResult, 'endReason' | 'endNote'>>;

/** Reasons of a model's stop that leave its answer incomplete. */
const CUT_OFF = new Set(['maxSteps', 'length', 'content-filter']);

/** The conversation of a persona with an assistant. When it breaks off, it still knows its turns. */
export class JourneySession {
  readonly turns: SessionTurn[] = [];
  /** The model whose move it is, `provider/name`. */
  movingModel: string;
  readonly #task: SessionTask;
  readonly #scope: SessionScope;
  readonly #persona: PersonaVoice;
  readonly #conversation: TurnMessage[] = [];
  readonly #played: PlayedTurn[] = [];

  constructor(task: SessionTask, scope: SessionScope, persona: PersonaVoice) {
    this.#task = task;
    this.#scope = scope;
    this.#persona = persona;
    this.movingModel = task.persona.model;
  }

  /** Holds the conversation until the persona ends it, or has said as much as it may. Throws what breaks it off. */
  async hold(): Promise<ConversationEnd> {
    for (let promptIndex = 0; ; promptIndex++) {
      this.#scope.begins(promptIndex);
      this.movingModel = this.#task.persona.model;
      const move = await this.#persona.next(this.#played);
      if ('end' in move) return { endReason: move.end, endNote: move.note };
      if (promptIndex === this.#task.maxTurns)
        return { endReason: 'turnLimit', endNote: `The persona would have gone on after ${promptIndex} messages.` };
      this.movingModel = this.#task.spec.model;
      await this.#take(promptIndex, move.say);
    }
  }

  /** One turn of the assistant. */
  async #take(promptIndex: number, text: string): Promise<void> {
    const { conversation } = this.#scope;
    const question: TurnMessage = { role: 'user', text };
    this.#conversation.push(question);
    const turn = new ChatTurn(this.#turnTask(promptIndex), {
      ...this.#scope,
      turnId: `${this.#task.sessionId}.${promptIndex}`,
      say: () => undefined,
    });
    const [askedAtMs, before] = [Date.now(), conversation.tokens];
    const added = (status: SessionTurn['status'], finishReason: string) => {
      const after = conversation.tokens;
      const messages = turn.messages;
      this.#conversation.push(...messages);
      const toolCalls = this.#scope.recorder.transcript.toolCalls.filter((call) => call.promptIndex === promptIndex);
      this.turns.push({
        promptIndex,
        status,
        finishReason,
        messages: [question, ...messages],
        toolCalls,
        askedAtMs,
        endedAtMs: Date.now(),
        ...(after && {
          usage: {
            inputTokens: (after.inputTokens ?? 0) - (before?.inputTokens ?? 0),
            outputTokens: (after.outputTokens ?? 0) - (before?.outputTokens ?? 0),
          },
        }),
      });
      const answer = messages.findLast(({ role }) => role === 'assistant')?.text ?? '';
      const last = toolCalls.at(-1);
      const isBroken = CUT_OFF.has(finishReason) || (last !== undefined && hasCallFailed(last));
      this.#played.push({ said: text, answer, isBroken });
    };
    try {
      added('completed', await turn.take());
    } catch (error) {
      added(this.#scope.signal.aborted ? 'cancelled' : 'failed', 'error');
      throw error;
    } finally {
      turn.flush();
    }
  }

  #turnTask(promptIndex: number): TurnTask {
    const { sessionId, account, spec, maxSteps } = this.#task;
    return {
      version: 1,
      sessionId,
      promptIndex,
      account,
      spec,
      maxSteps,
      messages: this.#conversation,
      decisions: [],
    };
  }
}
