import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import { configHashes, evaluationConfigHash, withExternalRules } from './config-hash.ts';

const frozen: FrozenCase = {
  id: 'c',
  title: 'a case',
  iterations: 1,
  isNegative: false,
  models: [],
  failOnToolError: true,
  steps: [
    { id: 's1', kind: 'prompt', prompt: 'hello' },
    { id: 's2', kind: 'assert', assertion: { type: 'responseContains', needle: 'x' } },
  ],
};
const plain = configHashes(frozen, []);

test.each<[string, FrozenCase, string[]]>([
  ['another title', { ...frozen, title: 'another' }, []],
  ['more trials', { ...frozen, iterations: 9 }, []],
  ['keys in another order', Object.fromEntries(Object.entries(frozen).toReversed()) as FrozenCase, []],
  [
    'another prompt',
    { ...frozen, steps: [{ id: 's1', kind: 'prompt', prompt: 'goodbye' }, frozen.steps[1]!] },
    ['contentHash'],
  ],
  [
    'another assertion',
    {
      ...frozen,
      steps: [frozen.steps[0]!, { id: 's2', kind: 'assert', assertion: { type: 'responseContains', needle: 'y' } }],
    },
    ['evaluationHash'],
  ],
  ['another threshold', { ...frozen, passThreshold: 0.5 }, ['evaluationHash']],
  [
    'a check of its own',
    { ...frozen, checks: { mode: 'extend', list: [{ type: 'noToolErrors' }] } },
    ['evaluationHash'],
  ],
])('with %s a case has another hash where it should', (_, changed, differ) => {
  const hashes = configHashes(changed, []);
  expect((['contentHash', 'evaluationHash'] as const).filter((each) => hashes[each] !== plain[each])).toEqual(differ);
});

test('checks of the suite count, unless the case replaces them', () => {
  expect(configHashes(frozen, [{ type: 'noToolErrors' }]).evaluationHash).not.toBe(plain.evaluationHash);
  const own: FrozenCase = { ...frozen, checks: { mode: 'replace', list: [] } };
  expect(configHashes(own, [{ type: 'noToolErrors' }]).evaluationHash).toBe(plain.evaluationHash);
});

test("a run's hash does not depend on the order of its cases", () => {
  const [a, b] = [
    { caseId: 'a', evaluationHash: '1' },
    { caseId: 'b', evaluationHash: '2' },
  ];
  expect(evaluationConfigHash([a, b])).toBe(evaluationConfigHash([b, a]));
  expect(evaluationConfigHash([a])).not.toBe(evaluationConfigHash([b]));
  expect(evaluationConfigHash([])).toBeNull();
});

test("the judge that graded and a reporter's own rules are part of the hash", () => {
  const rules = (judgeVersion: string | null, reportedHash: string | null) =>
    withExternalRules(plain.evaluationHash, { judgeVersion, reportedHash });
  expect(rules(null, null)).toBe(plain.evaluationHash);
  expect(
    new Set([rules(null, null), rules('v1', null), rules('v2', null), rules(null, 'v1'), rules('v1', 'v1')]).size,
  ).toBe(5);
  expect(rules('v1', null)).toBe(rules('v1', null));
});
