import { moduleStateIn } from './module-state.ts';

test.each([
  ['a variable', 'export let payer = 1;'],
  ['a map that is written to', 'const known = new Map();\nexport const keep = () => known.set(1, 2);'],
  ['a list that is written to', 'const seen: string[] = [];\nfunction see(a: string) { seen.push(a); }'],
  ['a member that is assigned', 'const state = { a: { n: 0 } };\nconst f = () => { state.a.n = 1; };'],
  ['a member that is counted', 'const state = { n: 0 };\nconst f = () => state.n++;'],
  ['a member that is deleted', 'const state = {};\nconst f = () => delete state["a"];'],
])('%s is module state', (_, source) => expect(moduleStateIn(source)).toHaveLength(1));

test.each([
  ['a table', 'const NAMES = new Set(["a"]);\nexport const has = (a: string) => NAMES.has(a);'],
  ['a cache by object', 'const known = new WeakMap();\nexport const keep = (a: object) => known.set(a, 1);'],
  [
    'a cache by content',
    'const known = new LRUCache({ max: 9 });\nexport const keep = (a: string) => known.set(a, 1);',
  ],
  ['a variable of a function', 'function count() { let n = 0; const seen = []; seen.push(n++); return seen; }'],
])('%s is no module state', (_, source) => expect(moduleStateIn(source)).toEqual([]));
