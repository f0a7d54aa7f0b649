import { layerMatchOptions } from './match-options.ts';

test('without any setting the result is undefined', () =>
  expect(layerMatchOptions(undefined, {}, undefined)).toBeUndefined());

test('one setting gives the others their defaults', () => {
  expect(layerMatchOptions({ extraToolCalls: 0 })).toEqual({
    toolCallOrder: 'any',
    extraToolCalls: 0,
    arguments: 'partial',
  });
});

test('a later layer wins field by field', () => {
  expect(layerMatchOptions({ toolCallOrder: 'exact', arguments: 'exact' }, { toolCallOrder: 'any' })).toEqual({
    toolCallOrder: 'any',
    extraToolCalls: 'unlimited',
    arguments: 'exact',
  });
});

test('older names are translated', () => {
  expect(
    layerMatchOptions(
      { toolCallOrder: 'superset', maxExtraToolCalls: 3, argumentMatching: 'ignore' },
      { maxExtraToolCalls: null },
    ),
  ).toEqual({ toolCallOrder: 'in-order', extraToolCalls: 'unlimited', arguments: 'ignore' });
});
