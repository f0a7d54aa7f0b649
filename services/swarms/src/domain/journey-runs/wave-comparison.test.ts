import type { JourneyRunSpec } from './run-spec.ts';
import { comparedWaves } from './wave-comparison.ts';

/** A run of a journey with one target for each `passed/graded`. */
const run = (journeyId: string, ...targets: string[]) => ({
  journeyId,
  spec: {
    journeyName: journeyId,
    sessionsPerTarget: 100,
    targets: targets.map((_, i) => ({ targetId: `env_${i}`, hostName: 'Desktop', environment: { name: `E${i}` } })),
  } as JourneyRunSpec,
  tally: Object.fromEntries(
    targets.flatMap((text, i) => {
      const [passed, graded] = text.split('/').map(Number);
      return [
        [`${i}/trial/passed`, passed!],
        [`${i}/trial/failed`, graded! - passed!],
      ];
    }),
  ),
});

test.each<[string, string, string]>([
  ['9/10', '2/10', 'worse'],
  ['2/10', '9/10', 'better'],
  ['6/10', '5/10', 'undecided'],
  ['4/4', '0/4', 'undecided'],
  ['0/0', '5/5', 'undecided'],
  ['60/100', '40/100', 'worse'],
])('from %s to %s the wave is %s', (old, now, conclusion) =>
  expect(comparedWaves([run('j', old)], [run('j', now)]).conclusion).toBe(conclusion),
);

test('only journeys and targets that both waves have are compared, over all of their runs', () => {
  const compared = comparedWaves(
    [run('a', '8/10', '9/10'), run('gone', '1/1')],
    [run('a', '1/5'), run('a', '1/5'), run('added', '1/1')],
  );
  expect(compared).toMatchObject({
    baseline: { numerator: 8, denominator: 10, value: 0.8 },
    wave: { numerator: 2, denominator: 10, value: 0.2 },
    conclusion: 'worse',
    cells: [{ journeyId: 'a', targetId: 'env_0', targetName: 'E0', conclusion: 'worse' }],
    leftOut: { baseline: 2, wave: 1 },
  });
  expect(compared.difference!.delta).toBeCloseTo(-0.6);
});

test('waves that share nothing have no difference', () =>
  expect(comparedWaves([run('a', '1/1')], [run('b', '1/1')])).toMatchObject({
    difference: null,
    conclusion: 'undecided',
    cells: [],
  }));
