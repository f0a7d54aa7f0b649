import type { CommandContext } from '../../command-context.ts';
import type { LocalAssay } from './local-assay.ts';
import type { NamedTargets } from './name-targets.ts';
import { serverRequest } from './server-target.ts';

/** Saves the servers under test; returns their ids in the same order. */
export async function saveServers(
  { env }: CommandContext,
  { assay, projectId: idOf }: LocalAssay,
  targets: NamedTargets,
): Promise<string[]> {
  const projectId = await idOf();
  const saved = await Promise.all(
    [...targets].map(([name, target]) => assay.createProjectServer({ projectId }, serverRequest(name, target, env))),
  );
  return saved.map(({ id }) => id);
}
