import { Problem } from '@assay/contract/problem';
import { knownTools, MODEL_ID, planTurn, reply } from '../domain/scripted-rules.ts';
import type { Stage } from './run-steps.ts';
import { callTool } from './tool-call.ts';

/** How much of a tool's answer goes into the conversation, in characters; the whole of it is in the call. */
const MAX_TEXT = 64_000;

/** Lets the model take its turn on a prompt: its tool calls, then its reply. */
export async function runPrompt(stage: Stage, place: { stepId: string; stepIndex: number }, promptIndex: number, prompt: string): Promise<void> {
  const { recorder, sessions, item } = stage;
  if (item.model !== MODEL_ID) throw new Problem('VALIDATION_ERROR', `This runner cannot execute the model "${item.model}".`);
  const { messages } = recorder.transcript;
  recorder.transcript.userMessages++;
  messages.push({ role: 'user', content: prompt, promptIndex });

  const inventory = await sessions.inventory();
  const names = new Map(inventory.map(({ serverId, serverName }) => [serverId, serverName]));
  const startMs = recorder.at();
  const calls = planTurn(prompt, knownTools(inventory));
  recorder.span({ name: `chat ${MODEL_ID}`, category: 'llm', startMs, stepIndex: place.stepIndex, promptIndex, modelId: MODEL_ID });

  const results: { toolName: string; text: string }[] = [];
  for (const { serverId, toolName, arguments: args } of calls) {
    const call = await callTool(stage, { ...place, promptIndex, serverName: names.get(serverId)!, toolName, arguments: args });
    const text = (call.error?.message ?? textOf(call.result)).slice(0, MAX_TEXT);
    messages.push({ role: 'assistant', content: '', promptIndex, toolCallId: call.id }, { role: 'tool', content: text, promptIndex, toolCallId: call.id });
    results.push({ toolName, text });
  }
  messages.push({ role: 'assistant', content: reply(results), promptIndex });
}

/** The text parts of a tool's result. */
function textOf(result: Record<string, unknown> | undefined): string {
  const content = Array.isArray(result?.content) ? result.content as { type?: unknown; text?: unknown }[] : [];
  return content.flatMap(({ type, text }) => (type === 'text' && typeof text === 'string' ? [text] : [])).join('\n');
}
