import { bundleQuotaProblem, type BundleUsage } from './quota.ts';

const quota: BundleUsage = { plugins: 2, skills: 2, versions: 2, bytes: 100 };

test('a project within its quota is not refused', () => {
  expect(bundleQuotaProblem({ ...quota }, quota)).toBeUndefined();
});

test.each(['plugins', 'skills', 'versions', 'bytes'] as const)('a project with too many %s is refused', (limit) => {
  expect(bundleQuotaProblem({ ...quota, [limit]: quota[limit] + 1 }, quota)).toMatchObject({
    code: 'CONFLICT',
    details: { limit, allowedValue: quota[limit] },
  });
});
