import { freeSlug, slugOf } from './persona.ts';

test.each([
  ['Ada Lovelace', 'ada-lovelace'],
  ['  Zoë  the 2nd!', 'zoe-the-2nd'],
  ['Ångström', 'angstrom'],
  ['北京', 'persona'],
  ['x'.repeat(80), 'x'.repeat(60)],
])('the slug of %j is %s', (name, slug) => expect(slugOf(name)).toBe(slug));

test.each<[string[], string]>([
  [[], 'ada'],
  [['ada'], 'ada-2'],
  [['ada', 'ada-2', 'ada-4'], 'ada-3'],
  [['ada-2'], 'ada'],
])('beside %j the slug is %s', (taken, slug) => expect(freeSlug('ada', new Set(taken))).toBe(slug));
