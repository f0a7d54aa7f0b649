import { judgePrice, judgeTokens } from './judge-price.ts';

test('judging costs what the evidence of some trials lets expect for all', () => {
  const tokens = judgeTokens(10, [400, 1_200]);
  expect(tokens).toEqual({ input: 8_000, output: 2_500 });
  expect(judgePrice(tokens, { input: 1, output: 4 })).toBeCloseTo(0.018);
});

test('judging nothing, or with a model without a price, has no price', () => {
  expect(judgeTokens(0, [])).toBeNull();
  expect(judgePrice(judgeTokens(1, [400]), undefined)).toBeNull();
});
