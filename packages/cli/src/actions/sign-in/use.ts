import { dirname } from 'node:path';
import type { useInput } from '../../commands/sign-in.ts';
import type { Action } from '../../declare/command.ts';
import { visibleText } from '../../output/visible-text.ts';
import { findProjectId } from '../../platform/find/find-project.ts';
import { findLink, LINK_FILE, writeLink } from '../../platform/link-file.ts';

/** Writes the project and its platform to the link file of the folder. */
export const useProject: Action<typeof useInput> = async (context, { arguments: { project } }) => {
  const { folder, terminal } = context;
  const { assay, url } = await context.platform();
  const { id, name } = await assay.getProject({ projectId: await findProjectId(assay, project, context.usesUtc) });
  const link = await findLink(folder);
  const target = link ? dirname(link.path) : folder;
  await writeLink(target, { url, project: id });
  terminal.out(`${target} works in project ${visibleText(name)} of ${url} (${LINK_FILE}).\n`);
};
