import { describeRevision } from './revision-words.ts';
import { viewOf } from './suite-view.ts';

const view = (changes: object = {}) => viewOf({ name: 'smoke', body: { serverIds: ['srv_1'], ...changes } });

test('a revision tells what it changed, setting by setting', () => {
  const after = view({
    gate: { minimumPassRate: 0.9, maximumP95LatencyMs: 2_000, name: 'release' },
    checks: [{ type: 'noToolErrors' }],
    environmentIds: ['env_1', 'env_2'],
    minimumAccuracy: 90,
    judge: { threshold: 0.5 },
  });
  const changed = [
    '/settings/gate',
    '/settings/checks',
    '/environmentIds',
    '/settings/minimumAccuracy',
    '/settings/judge/threshold',
  ];
  expect(describeRevision(changed, view(), after)).toEqual({
    words:
      'a gate of 2 rules added, and 1 check added, and 2 environments attached, and the line of the verdict set to 90\u202f%, and judge.threshold set to 0.5',
    changes: [
      { pointer: '/settings/gate', words: 'a gate of 2 rules added' },
      { pointer: '/settings/checks', words: '1 check added' },
      { pointer: '/environmentIds', words: '2 environments attached' },
      { pointer: '/settings/minimumAccuracy', words: 'the line of the verdict set to 90\u202f%' },
      { pointer: '/settings/judge/threshold', words: 'judge.threshold set to 0.5' },
    ],
  });
  expect(describeRevision(['/settings/gate', '/description'], after, view()).changes).toMatchObject([
    { words: 'the gate removed' },
    { words: 'description removed' },
  ]);
});

test('the first revision is the making of the suite', () => {
  expect(describeRevision([], undefined, view())).toEqual({ words: 'made', changes: [] });
});
