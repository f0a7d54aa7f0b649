import { conflict, type Problem } from '@assay/contract/problem';

/** The amounts that a project keeps of plugins and skills. */
export interface BundleUsage {
  plugins: number;
  skills: number;
  versions: number;
  bytes: number;
}

/** The most that a project keeps. */
export const bundleQuota: BundleUsage = {
  plugins: 100,
  skills: 1_000,
  versions: 2_000,
  bytes: 256 * 1024 * 1024,
};

/** The CONFLICT of a project that keeps more than it may; undefined within the quota. */
export function bundleQuotaProblem(usage: BundleUsage, quota = bundleQuota): Problem | undefined {
  const limit = (Object.keys(quota) as (keyof BundleUsage)[]).find((name) => usage[name] > quota[name]);
  if (!limit) return undefined;
  return conflict(
    `A project keeps at most ${quota[limit]} ${limit} of plugins and skills: delete some that are not needed.`,
    { limit, allowedValue: quota[limit] },
  );
}
