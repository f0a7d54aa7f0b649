import type { AssayClient, Project } from '@assay/sdk';
import { UsageError } from '../../command-failure.ts';
import { findNamed, isId } from './find-named.ts';
import { namedKinds, timesOf } from './named-kinds.ts';

/** The id of a project that is given by name or id; the oldest one where none is given. Throws UsageError. */
export async function findProjectId(assay: AssayClient, text: string | undefined, usesUtc: boolean): Promise<string> {
  if (text === undefined) {
    const oldest = await oldestProject(assay);
    if (!oldest) throw new UsageError('there is no project yet.', ['assay project create <name>']);
    return oldest.id;
  }
  if (isId(text)) return text;
  const { id } = await findNamed(assay, namedKinds.project, text, { projectId: '' }, { when: timesOf({ usesUtc }) });
  return id;
}

/** The oldest project that the caller sees, if there is one. */
export async function oldestProject(assay: AssayClient): Promise<Project | undefined> {
  let oldest: Project | undefined;
  for await (const project of assay.listProjects.all({ limit: 500 }))
    if (oldest === undefined || project.createdAt < oldest.createdAt) oldest = project;
  return oldest;
}
