import type { AssayClient, Project } from '@assay/sdk';
import { UsageError } from '../command-failure.ts';
import { visibleText } from '../output/visible-text.ts';

const ID = /^prj_[0-9a-z]{26}$/;

/** The id of a project by its id or its exact name. Throws UsageError when no project or several have the name. */
export async function findProject(assay: AssayClient, project: string): Promise<string> {
  if (project === 'default' || ID.test(project)) return project;
  const found: Project[] = [];
  for await (const each of assay.listProjects.all()) if (each.name === project) found.push(each);
  const shown = visibleText(project);
  if (found.length > 1)
    throw new UsageError(`${found.length} projects are named "${shown}":`, [
      ...found.map(({ id, name }) => `${visibleText(name)}   ${id}`),
      'Give the id.',
    ]);
  if (!found[0]) throw new UsageError(`there is no project "${shown}".`, ['assay project list']);
  return found[0].id;
}
