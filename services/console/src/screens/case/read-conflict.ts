import type { Problem } from '@assay/sdk';
import type { Conflict } from '../../components/conflict-dialog/conflict-dialog.tsx';
import { client } from '../../data/client.ts';
import type { Revised } from '../../lib/kept-edit.ts';
import { editOf, type CaseEdit } from './case-edit.ts';

/** A revision that a conflict names. */
interface NamedChange {
  changedBy?: string;
  changedAt?: number;
}

/** The two edits of a case after a refused save. Operations: getEvalCase, listProjectMembers. */
export async function readConflict(
  address: { projectId: string; suiteId: string; caseId: string },
  base: Revised<CaseEdit>,
  yours: CaseEdit,
  refusal: Problem,
): Promise<Conflict<CaseEdit>> {
  const [{ changedBy, changedAt } = {}] = (refusal.details?.['changes'] ?? []) as NamedChange[];
  const [stored, by] = await Promise.all([
    client.getEvalCase(address),
    changedBy === undefined ? undefined : nameOf(address.projectId, changedBy),
  ]);
  return {
    base,
    theirs: { revision: stored.revision, value: editOf(stored) },
    yours,
    by,
    at: changedAt ?? stored.updatedAt ?? undefined,
  };
}

/** The name of a member, or else the address. */
async function nameOf(projectId: string, userId: string): Promise<string | undefined> {
  for await (const member of client.listProjectMembers.all({ projectId }))
    if (member.userId === userId) return member.name || member.email;
  return undefined;
}
