import { waitUntil } from '@assay/testkit/until';
import type { Api } from '../support/api.ts';
import { fillProject } from './full-project.ts';
import { idsIn, rowsNaming, type ReadRows } from './remaining-rows.ts';

const SCHEMAS = ['catalog', 'diagnostics', 'suites', 'runs', 'environments', 'swarms'];
const LONG_MS = 120_000;

/** Fills a project of its own; returns the ids that came with it. The `api` then uses the project. */
export async function makeFullProject(api: Api, serverUrl: string, read: ReadRows): Promise<string[]> {
  const before = await idsIn(read);
  api.projectId = (await api.assay.createProject({ name: 'Doomed' })).id;
  await fillProject(api, serverUrl, read);
  return [...(await idsIn(read))].filter((id) => !before.has(id));
}

/** Waits until no row names these ids, except the tombstone of their project. */
export const waitUntilDeleted = (read: ReadRows, ids: string[]): Promise<boolean> =>
  waitUntil(async () => {
    const left = (await rowsNaming(read, ids)).filter((row) => !/^\w+\.purges /.test(row));
    if (left.length > 0) throw new Error(left.slice(0, 20).join('\n'));
    return true;
  }, LONG_MS);

/**
 * Moves the time forward past the hour in which late writes may still arrive, and waits until the deletion forgets its
 * project.
 */
export async function endDeletion(read: ReadRows): Promise<void> {
  for (const schema of SCHEMAS)
    await read(`update ${schema}.purges set requested_at = requested_at - interval '2 hours', due_at = now()`);
  await waitUntil(async () => {
    const left = await Promise.all(SCHEMAS.map((schema) => read(`select id from ${schema}.purges`)));
    return left.flat().length === 0;
  }, LONG_MS);
}
