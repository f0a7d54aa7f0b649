import type { AssayClient } from '@assay/sdk';
import { findNamed, isId } from './find-named.ts';
import { namedKinds, timesOf } from './named-kinds.ts';

/**
 * The id of a project that is given by name or id; `default` is the oldest one of the organization. Throws UsageError, and
 * NOT_FOUND of the platform when there is no project yet.
 */
export async function findProjectId(assay: AssayClient, text: string, usesUtc: boolean): Promise<string> {
  if (isId(text)) return text;
  if (text === 'default') return (await assay.getProject({ projectId: text })).id;
  const { id } = await findNamed(assay, namedKinds.project, text, { projectId: '' }, { when: timesOf({ usesUtc }) });
  return id;
}
