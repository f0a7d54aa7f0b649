import { hostedModels } from './hosted-models.ts';

test('the scripted model is hosted unless the operator says otherwise', () => {
  expect(hostedModels({ scripted: true }).map(({ id }) => id)).toEqual(['scripted/rules']);
  expect(hostedModels({ scripted: false })).toEqual([]);
});
