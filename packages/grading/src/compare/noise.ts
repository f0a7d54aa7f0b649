import { newcombe, type PassCounts } from '../statistics/newcombe.ts';

/** Two measurements of one thing; undefined where they cannot be held against each other. */
export type CountsPair = { old: PassCounts; now: PassCounts } | undefined;
export type NoiseVerdict = 'regression' | 'improvement' | 'withinNoise' | 'notComparable';

/** How often a comparison without any change may show one. */
const ALPHA = 0.05;

/**
 * Which of many differences are more than noise. Every difference is one more chance of a false alarm, so each is tested
 * against what the others leave (Holm 1979): without any change, all of them together raise an alarm no more often than one would.
 */
export function noiseOf(contrasts: readonly CountsPair[]): NoiseVerdict[] {
  const verdicts = contrasts.map((contrast): NoiseVerdict =>
    contrast && newcombe(contrast.old, contrast.now) ? 'withinNoise' : 'notComparable',
  );
  let open = verdicts.flatMap((verdict, i) => (verdict === 'withinNoise' ? [i] : []));
  for (let found = -1; found !== 0 && open.length > 0;) {
    const confidence = 1 - ALPHA / open.length;
    const left = open.filter((i) => {
      verdicts[i] = directionOf(contrasts[i]!, confidence);
      return verdicts[i] === 'withinNoise';
    });
    found = open.length - left.length;
    open = left;
  }
  return verdicts;
}

function directionOf({ old, now }: NonNullable<CountsPair>, confidence: number): NoiseVerdict {
  const { lower, upper } = newcombe(old, now, confidence)!;
  if (upper < 0) return 'regression';
  return lower > 0 ? 'improvement' : 'withinNoise';
}
