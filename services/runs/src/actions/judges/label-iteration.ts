import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool, type Tx } from '@assay/kit/postgres/db';
import { deleteLabel, listLabels, replaceLabel, type Label, type LabelVerdict } from '../../store/judges/labels.ts';

/** An iteration, and the person who labels it. */
export interface LabelledIteration {
  runId: string;
  suiteId: string;
  iterationId: string;
  userId: string;
}

/**
 * Writes a person's label on an iteration, or deletes it when it is undefined; returns all labels, or undefined when
 * the iteration is gone.
 */
export function labelIteration(
  pool: Pool,
  labelled: LabelledIteration,
  word: LabelVerdict | undefined,
): Promise<Label[] | undefined> {
  const { runId, iterationId } = labelled;
  return transaction(pool, async (tx) => {
    const written = await write(tx, labelled, word);
    if (!written) return undefined;
    const { before } = written;
    await audit(
      tx,
      before || word
        ? { target: { runId, iterationId }, before, after: word ?? { verdict: null, note: null } }
        : undefined,
    );
    return listLabels(tx, iterationId);
  });
}

async function write(
  tx: Tx,
  { iterationId, suiteId, userId }: LabelledIteration,
  word: LabelVerdict | undefined,
): Promise<{ before: LabelVerdict | undefined } | undefined> {
  return word
    ? replaceLabel(tx, iterationId, suiteId, { userId, ...word })
    : { before: await deleteLabel(tx, iterationId, userId) };
}
