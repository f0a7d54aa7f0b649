import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { listLastAnswers } from '../../store/registry/registry-answers.ts';

export const listDirectorySources = ({ pool, registrySources }: Deps) =>
  handle(operations.listDirectorySources, async () => {
    const seen = await listLastAnswers(pool);
    return {
      items: registrySources.map(({ name, url }) => ({
        name,
        url,
        ...(seen.has(name) && { lastSeenAt: seen.get(name)!.getTime() }),
      })),
    };
  });
