import { rows, sql, type Db, type Tx } from '@assay/kit/postgres/db';
import type { CatalogueAnswer } from '@assay/contract/areas/catalogue-labs/work';
import { maskedJson } from '@assay/transcripts/mask';

/** A trial at its position, with the work item that it is a part of. */
export interface NewTrial {
  position: number;
  batchId: string;
}

export async function insertTrials(tx: Tx, labId: string, trials: readonly NewTrial[]): Promise<void> {
  await tx.query(sql`
    insert into catalogue_trials (lab_id, position, batch_id)
    select ${labId}, * from unnest(${trials.map(({ position }) => position)}::int[], ${trials.map(({ batchId }) => batchId)}::text[])`);
}

/** The trials of batches that have no answer yet, in order. */
export const listOpenTrials = (
  db: Db,
  batchIds: readonly string[],
): Promise<{ labId: string; batchId: string; position: number }[]> =>
  rows(
    db,
    sql`
    select lab_id, batch_id, position from catalogue_trials
    where batch_id = any(${batchIds}) and answer is null order by batch_id, position`,
  );

/** The labs that batches belong to, in order. */
export const listLabsOfBatches = (
  db: Db,
  batchIds: readonly string[],
): Promise<{ labId: string; batchIds: string[] }[]> =>
  rows(
    db,
    sql`
    select lab_id, array_agg(distinct batch_id) as "batchIds" from catalogue_trials
    where batch_id = any(${batchIds}) group by lab_id order by lab_id`,
  );

/** An answer, with the work item that gives it. */
export interface BatchAnswer {
  batchId: string;
  answer: CatalogueAnswer;
}

/** Writes answers of trials that have none, as far as their batches have these trials; answers the positions. */
export async function saveAnswers(tx: Tx, labId: string, answers: readonly BatchAnswer[]): Promise<Set<number>> {
  const saved = await rows<{ position: number }>(
    tx,
    sql`
    update catalogue_trials t set answer = n.answer
    from unnest(${answers.map(({ batchId }) => batchId)}::text[], ${answers.map(({ answer }) => answer.position)}::int[],
      ${answers.map(({ answer }) => maskedJson(answer))}::json[]) as n(batch_id, position, answer)
    where t.lab_id = ${labId} and t.batch_id = n.batch_id and t.position = n.position and t.answer is null
    returning t.position`,
  );
  return new Set(saved.map(({ position }) => position));
}

/** The answers of a lab, in order. */
export const listAnswers = async (db: Db, labId: string): Promise<CatalogueAnswer[]> =>
  (
    await rows<{ answer: CatalogueAnswer }>(
      db,
      sql`select answer from catalogue_trials where lab_id = ${labId} and answer is not null order by position`,
    )
  ).map(({ answer }) => answer);

/** The work items of a lab that have open trials. */
export const listOpenBatches = async (db: Db, labId: string): Promise<string[]> =>
  (
    await rows<{ batchId: string }>(
      db,
      sql`select distinct batch_id from catalogue_trials where lab_id = ${labId} and answer is null`,
    )
  ).map(({ batchId }) => batchId);
