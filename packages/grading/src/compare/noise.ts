import { overlappingInterval, type TwoSides } from '../statistics/newcombe.ts';

/** Two measurements of one thing; undefined when they are not comparable. */
export type CountsPair = TwoSides | undefined;
export type NoiseVerdict = 'regression' | 'improvement' | 'withinNoise' | 'notComparable';

/** The rate of false alarms of a comparison without a change. */
const ALPHA = 0.05;

/**
 * Which of several differences are more than noise, by the method of Holm (1979): the rate of false alarms of all of
 * them together is the rate of a single comparison.
 */
export function noiseOf(contrasts: readonly CountsPair[]): NoiseVerdict[] {
  const verdicts = contrasts.map((contrast): NoiseVerdict =>
    contrast && overlappingInterval(contrast) ? 'withinNoise' : 'notComparable',
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

function directionOf(contrast: TwoSides, confidence: number): NoiseVerdict {
  const { lower, upper } = overlappingInterval(contrast, confidence)!;
  if (upper < 0) return 'regression';
  return lower > 0 ? 'improvement' : 'withinNoise';
}
