import { ToolOffer } from '../../domain/offer/tool-offer.ts';
import { recordLeftOutTools } from '../../reach/recording/left-out-tools.ts';
import { takeTurn } from '../turns/take-turn.ts';
import { PromptHost } from '../turns/prompt-host.ts';
import { renewedOffer } from '../turns/renewed-offer.ts';
import type { StepContext } from './step-context.ts';
import { transcribed } from './transcribed.ts';

/** Runs the model's turn for a prompt. Returns why the turn was cut short, or undefined. */
export async function runPrompt(
  context: StepContext,
  step: { stepId: string; stepIndex: number },
  promptIndex: number,
  prompt: string,
): Promise<string | undefined> {
  const { conversation, recorder, tools, signal } = context;
  const { systemPrompt, toolApproval, maxSteps, temperature } = context.execution;
  const { messages, retryPolicy } = conversation;
  const begin = messages.length;
  messages.push({ role: 'user', text: prompt });
  recorder.transcript.userMessages++;
  const host = new PromptHost(context, { ...step, promptIndex });
  try {
    const [model, inventory] = [await conversation.model(), await tools.inventory()];
    if (!conversation.offer) recordLeftOutTools(recorder, inventory);
    const offer = (conversation.offer ??= new ToolOffer(inventory, conversation.client, conversation.skills));
    const system = [systemPrompt, offer.skillsPrompt].filter(Boolean).join('\n\n');
    if (begin === 0 && system) messages.unshift({ role: 'system', text: system });
    return cutShort(
      await takeTurn(
        {
          model,
          conversation: messages,
          offer: renewedOffer(offer, () => tools.inventory(), recorder),
          toolApproval,
          maxSteps,
          temperature,
          signal,
          retryPolicy,
        },
        host,
      ),
      maxSteps,
    );
  } finally {
    recorder.transcript.messages.push(
      ...messages.slice(begin).flatMap((message) => transcribed(message, promptIndex, host.callIds)),
    );
  }
}

/** Says why a turn ended before the model was done. */
function cutShort(reason: string, maxSteps: number): string | undefined {
  if (reason === 'stop' || reason === 'tool-calls') return undefined;
  if (reason === 'maxSteps') return `maxSteps: the model was called ${maxSteps} times, and still asked for tools.`;
  if (reason === 'length') return 'length: the model reached its limit of output tokens.';
  return `${reason}: the model's provider ended the answer.`;
}
