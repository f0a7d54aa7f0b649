import { RUNNER_KEY } from '@assay/contract/areas/runner-tokens/runner-key';
import { DirectoryService, type SealedValue } from '@assay/mesh/gen/assay/v1/catalog';
import type { Caller } from '@assay/kit/security/caller';
import type { Channel } from '@assay/kit/rpc/client';
import { derivedKey } from '@assay/kit/security/seal';

/** Reseals values of the platform for the holder of `token`, in the given order; an empty value stays empty. */
export async function resealValues(
  catalog: Channel,
  { requestId }: Caller,
  token: string,
  values: SealedValue[],
): Promise<Buffer[]> {
  const full = values.filter(({ sealed }) => sealed.length > 0);
  if (full.length === 0) return values.map(({ sealed }) => sealed);
  const { sealed: anew } = await catalog.call(
    DirectoryService.reseal,
    { key: derivedKey(token, RUNNER_KEY), values: full },
    { caller: { requestId, service: 'gateway' } },
  );
  const made = new Map(full.map((value, i) => [value, anew[i]!]));
  return values.map((value) => made.get(value) ?? value.sealed);
}
