import { operations } from '@assay/contract/operations';
import { given } from '@assay/contract/given';
import { callOperation } from '@assay/kit/rpc/call-operation';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { listRunnersOf, listUnservedRuns, type ListedRunner } from '../../store/work/listed-runners.ts';

export const listRunners = ({ pool, catalog }: Deps) =>
  handle(operations.listRunners, async (_caller, { organizationId }) => {
    const [runners, waiting] = await Promise.all([
      listRunnersOf(pool, organizationId),
      listUnservedRuns(pool, organizationId),
    ]);
    const visible = waiting.length === 0 ? new Set<string>() : await visibleProjects(catalog);
    return {
      items: runners.map(shownRunner),
      waiting: waiting
        .filter(({ projectId }) => visible.has(projectId))
        .map(({ createdAt, ...run }) => ({ ...run, since: createdAt.getTime() })),
    };
  });

/** The projects that the caller may see. */
async function visibleProjects(catalog: Deps['catalog']): Promise<Set<string>> {
  const { items } = await callOperation(catalog, operations.listProjects, {}, { limit: 200 });
  return new Set(items.map(({ id }) => id));
}

/** The id of a runner begins with the name that its operator gave it. */
const shownRunner = ({ id, projectId, slots, version, seenAt, ...runner }: ListedRunner) => ({
  id,
  name: id.slice(0, Math.max(0, id.lastIndexOf('/'))),
  ...runner,
  ...given({ projectId: projectId ?? undefined, slots: slots ?? undefined, version: version ?? undefined }),
  lastSeenAt: seenAt.getTime(),
});
