import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { versionComparison } from '../../domain/clients/version-comparison.ts';
import { presentClient } from '../../flows/clients/present-client.ts';
import { listVersionsNumbered } from '../../store/clients/client-versions.ts';

export const compareClientVersions = ({ pool }: Deps) =>
  handle(operations.compareClientVersions, async (_caller, { projectId, clientId }, query) => {
    const { id, version } = await presentClient(pool, projectId, clientId);
    const { from: fromNumber, to: toNumber = version.number } = query;
    const found = await listVersionsNumbered(pool, id, [fromNumber, toNumber]);
    const numbered = (number: number) => {
      const state = found.find((each) => each.number === number);
      if (!state) throw notFound('version', { versionNumber: number });
      return state;
    };
    return versionComparison(numbered(fromNumber), numbered(toNumber));
  });
