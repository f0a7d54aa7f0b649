import type { SessionTask } from '@assay/contract/areas/journey-runs/session-work';
import { misunderstanding } from './understood-goal.ts';

const RULES = 'scripted/rules';

test.each<[string, string, string, number[], boolean]>([
  ['the rules on both sides find no tool in any message', RULES, RULES, [0, 0], true],
  ['the rules find a tool in the last message', RULES, RULES, [0, 1], false],
  ['a language model answers the rules without a tool', 'openai/gpt-test', RULES, [0], false],
  ['a language model plays the persona', RULES, 'openai/gpt-test', [0], false],
])('%s', (_, model, persona, calls, isMisunderstood) => {
  const task = { spec: { model }, persona: { model: persona } } as SessionTask;
  const turns = calls.map((length) => ({ toolCalls: Array.from({ length }, () => ({}) as never) }));
  expect(misunderstanding(task, turns)?.code).toBe(isMisunderstood ? 'GOAL_NOT_UNDERSTOOD' : undefined);
});
