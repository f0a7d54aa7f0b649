import type { SeenRunner } from './seen-runners.ts';
import { stuckReason, type WantedRunner } from './stuck-reason.ts';

const item: WantedRunner = {
  kind: 'judge',
  organizationId: 'org_1',
  projectId: 'prj_1',
  labels: ['lab', 'gpu'],
  hasExpired: false,
};
const runner: SeenRunner = {
  id: 'one/runner_1',
  labels: ['lab'],
  kinds: ['judge', 'iteration'],
  slots: 4,
  version: '0.1.0',
  organizationId: undefined,
  projectId: undefined,
  seenAt: 0,
};

test.each<[string, Partial<WantedRunner>, Partial<SeenRunner>[], object]>([
  ['no runner at all', {}, [], { reason: 'no_runner' }],
  ['no runner of its kind', { kind: 'draft' }, [{}], { reason: 'no_runner' }],
  [
    'runners without a label',
    {},
    [{ labels: [] }, { labels: ['lab', 'other'] }],
    { reason: 'labels_missing', missingLabels: ['gpu'] },
  ],
  ['runners that could take it', {}, [{ labels: ['gpu', 'lab'] }], { reason: 'runners_busy' }],
  [
    'runners of another organization alone',
    { labels: ['lab'] },
    [{ organizationId: 'org_2' }],
    { reason: 'no_runner' },
  ],
  ['outer runners for work without labels', { labels: [] }, [{ organizationId: 'org_1' }], { reason: 'no_runner' }],
  ['a runner of another project alone', { labels: [] }, [{ projectId: 'prj_2' }], { reason: 'no_runner' }],
  ['a lease that expired', { hasExpired: true }, [], { reason: 'lease_expired' }],
])('the reason of a stuck item is told with %s', (_, wanted, seen, reason) => {
  expect(
    stuckReason(
      { ...item, ...wanted },
      seen.map((each) => ({ ...runner, ...each })),
    ),
  ).toEqual(reason);
});
