import { faultProblem } from '../../fault.ts';
import { foldedName } from '../../normal-name.ts';
import { Problem } from '../../problem.ts';

/** The client among these that a reference means: the one with this id, or else the one with this name, in any case. */
export const meantClient = <T extends { id: string; name: string }>(
  clients: readonly T[],
  reference: string,
): T | undefined =>
  clients.find(({ id }) => id === reference) ?? clients.find(({ name }) => foldedName(name) === foldedName(reference));

/** The refusal of a name that several clients have, as a fault of the field that has it; another error as it is. */
export function ambiguousAt(error: unknown, references: readonly string[], pathOf: (at: number) => string): unknown {
  if (!(error instanceof Problem) || error.code !== 'CONFLICT') return error;
  const { candidates } = (error.details ?? {}) as { candidates?: { id: string; name: string }[] };
  if (!candidates?.[0]) return error;
  const name = foldedName(candidates[0].name);
  const at = references.findIndex((reference) => foldedName(reference) === name);
  return faultProblem(
    { path: pathOf(at), message: 'is the name of several clients: use the id of one' },
    { candidates },
  );
}
