import { Problem } from '@assay/contract/problem';

/** The most that one organization may upload within 24 hours. */
export interface ArtifactQuota {
  artifacts: number;
  bytes: number;
}

/** The artifacts of an organization's last 24 hours, and the time until the first of them counts no more. */
export interface ArtifactUsage extends ArtifactQuota {
  freeInMs: number;
}

/** RATE_LIMITED when one more artifact of this many bytes would exceed the quota; names the exceeded limit. */
export function artifactQuotaProblem(
  usage: ArtifactUsage,
  quota: ArtifactQuota,
  artifact: { bytes: number },
): Problem | undefined {
  const exceeded = (['artifacts', 'bytes'] as const).find(
    (limit) => usage[limit] + (limit === 'bytes' ? artifact.bytes : 1) > quota[limit],
  );
  if (!exceeded) return undefined;
  const details = {
    limit: exceeded === 'bytes' ? 'artifactBytes' : 'artifacts',
    period: 'day',
    allowedValue: quota[exceeded],
    currentValue: usage[exceeded],
    retryAfterMs: usage.freeInMs,
  };
  const [most, have] = exceeded === 'bytes' ? ['bytes of artifacts', 'bytes'] : ['artifacts', 'artifacts'];
  return new Problem(
    'RATE_LIMITED',
    `An organization may upload ${quota[exceeded]} ${most} in 24 hours, and this one has uploaded ${usage[exceeded]} ${have}.`,
    details,
    usage.freeInMs / 1_000,
  );
}
