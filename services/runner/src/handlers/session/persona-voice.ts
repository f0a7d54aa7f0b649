import type { SessionPersona } from '@assay/contract/areas/journey-runs/session-work';
import { jsonObject } from '@assay/contract/json';
import { MODEL_ID } from '../../domain/models/scripted-rules.ts';
import type { PersonaMove, PlayedTurn } from '../../domain/journeys/persona-move.ts';
import { END_TOOL, heardAnswer, moveOf, OPENING, personaPrompt } from '../../domain/journeys/persona-prompt.ts';
import { scriptedMove } from '../../domain/journeys/scripted-persona.ts';
import type { ConversationMessage } from '../../domain/turns/message.ts';
import { recentTurns } from '../../domain/turns/recent-turns.ts';
import { PromptHost, type PromptContext } from '../../engine/turns/prompt-host.ts';
import { MAX_CONVERSATION } from '../../engine/turns/ask-with-retries.ts';
import { takeTurn } from '../../engine/turns/take-turn.ts';

/** Plays the persona's side of a session. */
export interface PersonaVoice {
  /** The next move after these turns. Throws what breaks the session off. */
  next(turns: readonly PlayedTurn[]): Promise<PersonaMove>;
}

/** The persona's part of a session; the model of `conversation` plays it. */
interface PersonaScope extends PromptContext {
  persona: SessionPersona;
  goal: string;
  sessionId: string;
  seed: number;
}

export const personaVoice = (scope: PersonaScope): PersonaVoice =>
  scope.persona.model === MODEL_ID ? { next: async (turns) => scriptedMove(scope.goal, turns) } : new ModelVoice(scope);

const TOOLS = new Map([[END_TOOL.name, END_TOOL]]);

/** A model as the persona: its messages are the persona's, and the assistant's answers are what it is told. */
class ModelVoice implements PersonaVoice {
  readonly #scope: PersonaScope;
  readonly #messages: ConversationMessage[] = [{ role: 'user', text: OPENING }];

  constructor(scope: PersonaScope) {
    this.#scope = scope;
  }

  async next(turns: readonly PlayedTurn[]): Promise<PersonaMove> {
    const { conversation, persona, goal, sessionId, seed, signal } = this.#scope;
    const last = turns.at(-1);
    if (last) this.#messages.push({ role: 'user', text: heardAnswer(last) });
    const asked: ConversationMessage[] = [
      { role: 'system', text: personaPrompt(persona, goal) },
      ...recentTurns(this.#messages, MAX_CONVERSATION),
    ];
    const begin = asked.length;
    const place = { stepId: sessionId, stepIndex: turns.length, promptIndex: turns.length };
    await takeTurn(
      {
        model: await conversation.model(),
        conversation: asked,
        offer: { tools: TOOLS },
        toolApproval: 'auto',
        // The persona has one answer: a message, or the end.
        maxSteps: 1,
        seed,
        signal,
        retryPolicy: conversation.retryPolicy,
      },
      new PromptHost(this.#scope, place),
    );
    const answer = asked[begin];
    if (answer?.role !== 'assistant') return moveOf('', undefined);
    const ending = answer.calls.find(({ name }) => name === END_TOOL.name);
    this.#messages.push({ role: 'assistant', text: answer.text, calls: [], native: undefined });
    return moveOf(answer.text, ending && (jsonObject(ending.input || '{}') ?? {}));
  }
}
