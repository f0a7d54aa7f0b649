import type { AssayClient } from '@assay/sdk';
import { findNamed, isId } from './find-named.ts';
import { namedKinds, timesOf } from './named-kinds.ts';

/** The id of a project that is given by name or id; `default` is the oldest one of the organization. Throws UsageError. */
export async function findProjectId(assay: AssayClient, text: string, usesUtc: boolean): Promise<string> {
  if (text === 'default' || isId(text)) return text;
  const { id } = await findNamed(assay, namedKinds.project, text, { projectId: '' }, { when: timesOf({ usesUtc }) });
  return id;
}
