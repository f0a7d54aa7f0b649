import { cachedByObject } from '@assay/grading/cached-by-object';
import { MODEL_ID, planScriptedTurn, scriptedReply } from '../../domain/models/scripted-rules.ts';
import type { OfferedTool, OfferedTools } from '../../domain/offer/offered-tools.ts';
import type { TurnModel } from './turn-model.ts';

/**
 * `scripted/rules` as a model: it asks for the calls of its plan one after the other, and then quotes their results.
 */
export const scriptedModel: TurnModel = {
  id: MODEL_ID,
  ask: async ({ messages, tools, heard }) => {
    const at = messages.findLastIndex(({ role }) => role === 'user');
    const planned = planScriptedTurn(messages[at]?.text ?? '', byToolName(tools));
    const answers = messages.slice(at + 1).filter(({ role }) => role === 'tool');
    const next = planned[answers.length];
    if (next)
      return {
        text: '',
        calls: [{ id: `call_${answers.length + 1}`, name: next.name, input: JSON.stringify(next.arguments) }],
        finishReason: 'tool-calls',
      };
    const text = scriptedReply(answers.map((answer, i) => ({ toolName: planned[i]!.toolName, text: answer.text })));
    heard?.(text);
    return { text, calls: [], finishReason: 'stop' };
  },
};

/** Tools by the names of their servers, made once for the tools of a run; the first of two with one name. */
const byToolName = cachedByObject(
  (tools: OfferedTools): ReadonlyMap<string, OfferedTool> =>
    new Map([...tools.values()].reverse().map((tool) => [tool.toolName, tool])),
);
