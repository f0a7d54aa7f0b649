import { armOf, offeredTargets, sumsOf, type TargetPreview } from './launch-targets.ts';

const suite = (environmentIds: string[]) =>
  ({ environmentIds, hosts: [] }) as unknown as Parameters<typeof offeredTargets>[0];

test('a suite offers its environments, or itself without any, and the arms of the address', () => {
  expect(offeredTargets(suite(['env_1']), ['model=a/b', 'nonsense']).map(({ key }) => key)).toEqual([
    'env_1',
    'model=a/b',
  ]);
  expect(offeredTargets(suite([]), [])).toEqual([{ key: 'own', target: undefined }]);
  expect(armOf('no-server')).toEqual({ arm: { name: 'no server', serverIds: [] } });
});

test('sums are unknown where one target is', () => {
  const preview = (usualUsd: number | null) =>
    ({
      target: {},
      iterations: 2,
      maxModelCalls: 4,
      price: { usualUsd, dearestUsd: 1 },
      expectedDurationMs: 5,
    }) as TargetPreview;
  expect(sumsOf([preview(1), preview(2)])).toMatchObject({ trials: 4, usualUsd: 3, dearestUsd: 2, durationMs: 10 });
  expect(sumsOf([preview(1), preview(null)])).toMatchObject({ usualUsd: null, maxModelCalls: 8 });
});
