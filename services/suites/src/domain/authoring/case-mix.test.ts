import { caseMixOf } from './case-mix.ts';

const mix = (simple: number, multiTool: number, multiTurn: number, complex: number, negative: number) => ({
  simple,
  multiTool,
  multiTurn,
  complex,
  negative,
});

test.each<[string, Parameters<typeof caseMixOf>[0], object]>([
  ['nothing', {}, mix(2, 1, 1, 0, 1)],
  ['the normal mode', { mode: 'normal' }, mix(3, 1, 1, 0, 0)],
  ['the negative mode', { mode: 'negative' }, mix(0, 0, 0, 0, 3)],
  ['a mix', { caseMix: { complex: 2 } }, mix(0, 0, 0, 2, 0)],
  ['a mix and a mode', { mode: 'negative', caseMix: { simple: 1, negative: 0 } }, mix(1, 0, 0, 0, 0)],
  ['a mix of nothing', { caseMix: { simple: 0 } }, mix(2, 1, 1, 0, 1)],
  ['a mix of nothing and a mode', { mode: 'negative', caseMix: {} }, mix(0, 0, 0, 0, 3)],
])('a request with %s', (_, request, expected) => expect(caseMixOf(request)).toEqual(expected));
