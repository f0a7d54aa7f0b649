import type { OfferedTool, OfferedTools } from './offered-tools.ts';

/** At most this many tools are found by one search. */
const MOST_FOUND = 8;

/**
 * The tools that a search for these words finds, the best first: by the words that occur in a name, which count twice, or
 * in a description. Without any word, the first tools.
 */
export function searchTools(tools: OfferedTools, query: string): OfferedTool[] {
  const words = wordsOf(query);
  const ranked = [...tools.values()].map((tool) => ({ tool, score: scoreOf(tool, words) }));
  return ranked
    .filter(({ score }) => score > 0 || words.length === 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MOST_FOUND)
    .map(({ tool }) => tool);
}

function scoreOf({ toolName, declaration: { description } }: OfferedTool, words: string[]): number {
  const name = toolName.toLowerCase();
  const text = typeof description === 'string' ? description.toLowerCase() : '';
  return words.reduce((sum, word) => sum + (name.includes(word) ? 2 : 0) + (text.includes(word) ? 1 : 0), 0);
}

const wordsOf = (query: string): string[] => [...new Set(query.toLowerCase().match(/[\p{L}\p{N}]+/gu))];
