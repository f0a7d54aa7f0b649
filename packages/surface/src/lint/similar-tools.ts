import type { SimilarTools } from '@assay/contract/areas/diagnosis/lint';
import type { Surface } from '@assay/contract/areas/surfaces/documents';
import { asText } from '../json.ts';
import { parametersOf } from './walk.ts';

const [MAX_TOOLS, MAX_PAIRS, MAX_WORDS] = [200, 10, 10];
/** Pairs that share less of their words are not told. */
const MIN_SHARE = 0.1;
/** At most this much of a description is read, in characters. */
const MAX_READ = 4_000;
const COMMON = new Set(
  'and any are but can each for from has have its may not one only the their them then this that use used uses using was when where which who will with you your'.split(
    ' ',
  ),
);

/** The words of a tool's name, description and parameters, in small letters and without an s at the end. */
function wordsOf({ name, description, inputSchema }: Record<string, unknown>): Set<string> {
  const parameters = parametersOf(inputSchema).map(({ path }) => path.slice(path.lastIndexOf('/') + 1));
  const text = [asText(name), asText(description).slice(0, MAX_READ), ...parameters].join(' ');
  const words = text
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => (word.length > 3 ? word.replace(/s$/, '') : word));
  return new Set(words.filter((word) => word.length > 2 && !COMMON.has(word)));
}

/** Pairs of tools that share the most words, the most similar first. */
export function similarTools({ tools }: Pick<Surface, 'tools'>): SimilarTools[] {
  const known = tools.slice(0, MAX_TOOLS).map((tool) => ({ name: tool.name, words: wordsOf(tool) }));
  const pairs = known.flatMap((a, i) =>
    known.slice(i + 1).map((b): SimilarTools => {
      const shared = [...a.words].filter((word) => b.words.has(word));
      const all = a.words.size + b.words.size - shared.length;
      return { tools: [a.name, b.name], words: shared.slice(0, MAX_WORDS), share: all === 0 ? 0 : shared.length / all };
    }),
  );
  return pairs
    .filter(({ share }) => share >= MIN_SHARE)
    .sort((a, b) => b.share - a.share)
    .slice(0, MAX_PAIRS);
}
