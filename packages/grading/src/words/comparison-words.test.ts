import { describeComparison, type WordedComparison } from './comparison-words.ts';

const base = { runNumber: 6, branch: 'main', passRate: 0.928 };
const breaking = (name: string) => ({ name, grade: 'breaking' }) as never;
const counts = { breaking: 0, affectsModels: 0, additive: 1, cosmetic: 0 };

test.each<[Partial<WordedComparison>, string]>([
  [
    {
      caseCounts: { regressed: 5, unchanged_passed: 12 },
      servers: [
        {
          name: 'helpdesk',
          baseVersion: '1.4.2',
          compareVersion: '1.5.0',
          summary: { ...counts, breaking: 2 },
          changes: [breaking('refund_order'), breaking('refund_order')],
        },
      ],
    },
    'Since main (run 6, 93 %): 5 cases regressed, none recovered. Server helpdesk changed 1.4.2 → 1.5.0: 2 breaking changes in refund_order.',
  ],
  [{ caseCounts: { fixed: 2 } }, 'Since main (run 6, 93 %): no case regressed, 2 recovered.'],
  [
    { base: { runNumber: 6, passRate: null }, servers: [{ name: 'a', summary: counts }] },
    'Since run 6 (without a verdict): no case changed. Server a changed what it declares: no breaking change.',
  ],
  [{ servers: [{ name: 'a' }] }, 'Since main (run 6, 93 %): no case changed. Server a changed what it declares.'],
])('%j is told in words', (compared, told) =>
  expect(describeComparison({ base, caseCounts: {}, servers: [], ...compared }).replaceAll('\u202f', ' ')).toBe(told),
);
