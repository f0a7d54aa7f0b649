import type {
  PendingCall,
  TurnEvent,
  TurnMessage,
  TurnResult,
  TurnTask,
} from '@assay/contract/areas/chat-sessions/turn-work';
import type { ServerInventory } from '@assay/contract/areas/servers/inventory';
import { chatApproval } from '../../domain/turns/call-approval.ts';
import { checkedCall, refusedCall } from '../../domain/turns/checked-call.ts';
import { unansweredCalls, type ConversationMessage, type WantedCall } from '../../domain/turns/message.ts';
import { recentTurns } from '../../domain/turns/recent-turns.ts';
import { ToolOffer } from '../../domain/offer/tool-offer.ts';
import { PromptHost, type PromptContext } from './prompt-host.ts';
import { renewedOffer } from './renewed-offer.ts';
import { MAX_CONVERSATION } from './ask-with-retries.ts';
import { recordLeftOutTools } from '../../reach/recording/left-out-tools.ts';
import { answerCalls, takeTurn } from './take-turn.ts';
import { withUniqueCallIds } from './with-unique-call-ids.ts';
import { WatchedHost } from './watched-host.ts';

/** The tools that a turn may offer. */
export interface TurnInventory {
  inventory: ServerInventory[];
  /** How many tools the turn's own limits leave out. */
  excludedTools: number;
  /** The names of the servers that cannot be reached. */
  absent: string[];
}

interface ChatTurnScope extends PromptContext {
  turnId: string;
  inventory(): Promise<TurnInventory>;
  say(event: TurnEvent): void;
}

/** The result of a call that the turn did not come to, as the model is told in the next turn. */
const UNFINISHED = { text: 'The turn ended before this call was answered.', isError: true };

/** One turn of a chat session. When it breaks off, it still knows what was done. */
export class ChatTurn {
  readonly #task: TurnTask;
  readonly #scope: ChatTurnScope;
  readonly #host: WatchedHost;
  readonly #messages: ConversationMessage[];
  /** The messages of the turn begin here. */
  #begin: number;
  #offer: ToolOffer | undefined;
  #excludedTools = 0;
  #isPending = false;

  constructor(task: TurnTask, scope: ChatTurnScope) {
    this.#task = task;
    this.#scope = scope;
    this.#messages = [...recentTurns(task.messages, MAX_CONVERSATION)];
    this.#begin = this.#messages.length;
    const place = { stepId: scope.turnId, stepIndex: task.promptIndex, promptIndex: task.promptIndex };
    this.#host = new WatchedHost({
      inner: new PromptHost(scope, place, ({ id }) => id),
      say: (event) => scope.say(event),
      callsLeft: (task.maxToolCalls ?? Infinity) - this.#countSincePrompt('tool'),
    });
  }

  /** Answers why the turn ended: the model's reason, `maxSteps` or `approval`. Throws what breaks it off. */
  async take(): Promise<string> {
    const { conversation, signal } = this.#scope;
    const { spec, promptIndex, maxSteps } = this.#task;
    const [model, found] = await Promise.all([conversation.model(), this.#scope.inventory()]);
    recordLeftOutTools(this.#scope.recorder, found.inventory);
    const offer = new ToolOffer(found.inventory, conversation.client, conversation.skills);
    this.#offer = conversation.offer = offer;
    this.#excludedTools = found.excludedTools + offer.hidden;
    this.#tellSystem([spec.systemPrompt, offer.skillsPrompt, absenceNote(found.absent)]);
    await this.#makeDecidedCalls(offer);
    const stepsLeft = maxSteps - this.#countSincePrompt('assistant');
    if (stepsLeft < 1) return 'maxSteps';
    const reason = await takeTurn(
      {
        model: withUniqueCallIds(model, `call_${promptIndex + 1}`),
        conversation: this.#messages,
        offer: renewedOffer(offer, async () => (await this.#scope.inventory()).inventory, this.#scope.recorder),
        toolApproval: chatApproval(spec.approval, conversation.client),
        maxSteps: stepsLeft,
        temperature: spec.temperature,
        signal,
        retryPolicy: conversation.retryPolicy,
      },
      this.#host,
    );
    this.#isPending = reason === 'approval';
    for (const call of this.pending) this.#scope.say({ type: 'approvalNeeded', call });
    return reason;
  }

  /** Tells people who watch the rest of what was heard. */
  flush(): void {
    this.#host.flush();
  }

  /** The calls that wait for a person's approval. */
  get pending(): PendingCall[] {
    if (!this.#isPending) return [];
    return unansweredCalls(this.#messages).map((wanted) => {
      const { tool, arguments: input } = checkedCall(wanted, this.#offer?.tools.get(wanted.name), 'auto');
      const { toolName = wanted.name, serverId = '', serverName = '' } = tool ?? {};
      return { toolCallId: wanted.id, toolName, serverId, serverName, input };
    });
  }

  /** The messages that the turn added. Every call has a result in them unless it waits: providers accept nothing else. */
  get messages(): TurnMessage[] {
    const { answers, partialText } = this.#host;
    const added = this.#messages.slice(this.#begin);
    if (!this.#isPending) {
      for (const call of unansweredCalls(this.#messages))
        added.push({ role: 'tool', call, ...(answers.get(call) ?? UNFINISHED) });
      if (partialText !== '') added.push({ role: 'assistant', text: partialText, calls: [] });
    }
    return added.map(toTurnMessage);
  }

  get counts(): Pick<TurnResult, 'offeredTools' | 'excludedTools'> {
    return { offeredTools: this.#offer?.tools.size ?? 0, excludedTools: this.#excludedTools };
  }

  #tellSystem(parts: (string | undefined)[]): void {
    const text = parts.filter(Boolean).join('\n\n');
    if (text === '') return;
    this.#messages.unshift({ role: 'system', text });
    this.#begin++;
  }

  /** Makes the approved ones of the calls that waited; the model is told that the others were declined. */
  async #makeDecidedCalls({ tools }: ToolOffer): Promise<void> {
    const { decisions } = this.#task;
    if (decisions.length === 0) return;
    const isApproved = ({ id }: WantedCall) => decisions.some((each) => each.toolCallId === id && each.isApproved);
    const calls = unansweredCalls(this.#messages).map((wanted) => {
      const checked = checkedCall(wanted, tools.get(wanted.name), 'auto');
      if (checked.refusal || isApproved(wanted)) return checked;
      const message = `The call of ${checked.tool.toolName} was declined, and not made.`;
      return refusedCall(checked, { code: 'NOT_APPROVED', message });
    });
    await answerCalls(this.#messages, calls, this.#host);
  }

  #countSincePrompt(role: ConversationMessage['role']): number {
    const prompt = this.#messages.findLastIndex((message) => message.role === 'user');
    return this.#messages.slice(prompt + 1).filter((message) => message.role === role).length;
  }
}

const absenceNote = (names: string[]): string | undefined =>
  names.length > 0
    ? `These servers cannot be reached at the moment, so their tools are missing: ${names.join(', ')}.`
    : undefined;

/** Images are not kept: only the turn of their call has them. */
function toTurnMessage(message: ConversationMessage): TurnMessage {
  switch (message.role) {
    case 'assistant':
      return { ...message, role: 'assistant', calls: [...message.calls] };
    case 'tool': {
      const { role, call, text, isError } = message;
      return { role, call, text, isError };
    }
    default:
      return { role: 'user', text: message.text };
  }
}
