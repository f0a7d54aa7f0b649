import { remembered } from '@assay/grading/remembered';
import { offeredTools } from '../domain/turn/offered-tools.ts';
import { takeTurn } from '../turn/take-turn.ts';
import { PromptHost } from './prompt-host.ts';
import type { Stage } from './stage.ts';
import { transcribed } from './transcribed.ts';

/** Made once for the inventory of a run. */
const toolsOf = remembered(offeredTools);

/** Runs the model's turn for a prompt. Returns why the turn was cut short, or undefined. */
export async function runPrompt(
  stage: Stage,
  step: { stepId: string; stepIndex: number },
  promptIndex: number,
  prompt: string,
): Promise<string | undefined> {
  const { dialogue, recorder, tools, signal } = stage;
  const {
    execution: { systemPrompt, toolApproval, maxSteps, temperature },
    messages: conversation,
    patience,
  } = dialogue;
  const begin = conversation.length;
  if (begin === 0 && systemPrompt) conversation.push({ role: 'system', text: systemPrompt });
  conversation.push({ role: 'user', text: prompt });
  recorder.transcript.userMessages++;
  const host = new PromptHost(stage, { ...step, promptIndex });
  try {
    const [model, inventory] = [await dialogue.model(), await tools.inventory()];
    return cutShort(
      await takeTurn(
        {
          model,
          conversation,
          tools: toolsOf(inventory),
          toolApproval,
          maxSteps,
          temperature,
          signal,
          patience,
        },
        host,
      ),
      maxSteps,
    );
  } finally {
    recorder.transcript.messages.push(
      ...conversation.slice(begin).flatMap((message) => transcribed(message, promptIndex, host.callIds)),
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
