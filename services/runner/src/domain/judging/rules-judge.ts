import type { JudgeOpinion, JudgeTask } from '@assay/contract/areas/judges/work';
import { MODEL_ID } from '../models/scripted-rules.ts';

/**
 * The opinion of `scripted/rules` about an iteration, by one published rule. The score is the share of the reference's
 * different words that stand in the last reply; a criterion is met when at least half of the words of its label do. It
 * is not a language model, sees no claims, and says so.
 */
export function judgeByRules({
  reference,
  criteria,
  evidence,
}: JudgeTask): Omit<JudgeOpinion, 'version' | 'evidenceHash'> {
  const reply = new Set(wordsOf(evidence.conversation.findLast(({ role }) => role === 'assistant')?.text ?? ''));
  const share = (text: string) => {
    const words = new Set(wordsOf(text));
    return { hits: [...words].filter((word) => reply.has(word)).length, of: words.size };
  };
  const rate = ({ hits, of }: { hits: number; of: number }) => (of === 0 ? 0 : hits / of);
  const found = share(reference.text);
  return {
    score: rate(found),
    reason: `${MODEL_ID} is not a language model: it counts words. ${found.hits} of the ${found.of} different words of the ${reference.kind === 'expectedOutput' ? 'expected output' : 'prompts'} are in the last reply.`,
    criteria: criteria.map(({ id, label }) => {
      const words = share(label);
      return {
        id,
        met: rate(words) >= 0.5,
        reason: `${words.hits} of the ${words.of} different words of the label are in the last reply.`,
      };
    }),
    claims: 0,
    unsupportedClaims: [],
  };
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
