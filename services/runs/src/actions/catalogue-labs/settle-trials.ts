import { CatalogueAnswer, CatalogueOutput } from '@assay/contract/areas/catalogue-labs/work';
import { reasons } from '@assay/contract/problem';
import { parser } from '@assay/kit/json/parse';
import { transaction, type Pool, type Tx } from '@assay/kit/postgres/db';
import type { QueuedKind, WorkEnd } from '@assay/work/queue/queued-work';
import type { StoredLab } from '../../domain/catalogue-labs/lab.ts';
import { boundedAnswer, tallied } from '../../domain/catalogue-labs/trial-result.ts';
import { lockLab, saveLabTally } from '../../store/catalogue-labs/labs.ts';
import { listLabsOfBatches, listOpenTrials, saveAnswers, type BatchAnswer } from '../../store/catalogue-labs/trials.ts';
import { endLab } from './end-lab.ts';

const parseAnswer = parser(CatalogueAnswer);
const parseOutput = parser(CatalogueOutput);
const UNREADABLE = { code: 'INTERNAL_ERROR', message: 'The report of the runner could not be read.' };
/** A runner that answers only a part of a batch had no time for the rest. */
const OUT_OF_TIME = { code: 'TIMEOUT', message: 'The trials of the batch took too long together.' };

/** The reasons after which a provider or a budget takes calls again later. */
const LIMITS = new Set<string>([reasons.BUDGET_EXHAUSTED, 'PROVIDER_RATE_LIMITED', 'PROVIDER_QUOTA_EXHAUSTED']);

/** Writes answers as they come, so that a runner which takes over a batch repeats none of them. */
export const hearTrials: NonNullable<QueuedKind['heard']> = (pool: Pool, events) =>
  transaction(pool, async (tx) => {
    const answers = events.flatMap(({ id: batchId, body }): BatchAnswer[] => {
      const answer = readable(() => parseAnswer(body));
      return answer ? [{ batchId, answer }] : [];
    });
    for (const { labId, batchIds } of await listLabsOfBatches(tx, [...new Set(events.map(({ id }) => id))]))
      await recordAnswers(
        tx,
        labId,
        answers.filter(({ batchId }) => batchIds.includes(batchId)),
      );
  });

/** Writes what is left of the answers of batches that are over, and why others have none. */
export async function settleTrials(tx: Tx, ends: WorkEnd[]): Promise<void> {
  const byId = new Map(ends.map((end) => [end.id, end]));
  for (const { labId, batchIds } of await listLabsOfBatches(tx, [...byId.keys()])) {
    const outputs = batchIds.map((id) => outputOf(byId.get(id)!));
    const stop = outputs.find((output) => output.stop)?.stop;
    const answers = outputs.flatMap(({ answers: given }, i) =>
      given.map((answer) => ({ batchId: batchIds[i]!, answer })),
    );
    const lab = await recordAnswers(tx, labId, answers, batchIds);
    if (!lab) continue;
    if (stop)
      await endLab(tx, lab, { status: LIMITS.has(stop.code) ? 'rate_limited' : 'failed', error: stop }, batchIds);
    else await failOthers(tx, lab, batchIds, outputs);
  }
}

type Output = Pick<CatalogueOutput, 'answers' | 'stop'> & { error?: { code: string; message: string } };

function outputOf({ result }: WorkEnd): Output {
  if ('error' in result) return { answers: [], error: result.error };
  return readable(() => parseOutput(result.output)) ?? { answers: [], error: UNREADABLE };
}

function readable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** Trials of batches that are over without an answer to them have failed. */
async function failOthers(tx: Tx, lab: StoredLab, batchIds: string[], outputs: Output[]): Promise<void> {
  const errors = new Map(batchIds.map((id, i) => [id, outputs[i]!.error ?? OUT_OF_TIME]));
  const open = await listOpenTrials(tx, batchIds);
  await recordAnswers(
    tx,
    lab.id,
    open.map(({ batchId, position }) => ({ batchId, answer: { position, calls: [], error: errors.get(batchId)! } })),
    batchIds,
  );
}

/** Counts answers that are new, and ends the lab with its last one. Undefined when the lab is over. */
async function recordAnswers(
  tx: Tx,
  labId: string,
  answers: readonly BatchAnswer[],
  ending: readonly string[] = [],
): Promise<StoredLab | undefined> {
  const lab = await lockLab(tx, labId);
  if (lab?.status !== 'running') return undefined;
  const bounded = answers.map(({ batchId, answer }) => ({ batchId, answer: boundedAnswer(answer) }));
  const saved = bounded.length === 0 ? new Set<number>() : await saveAnswers(tx, labId, bounded);
  const added = [...new Map(bounded.map(({ answer }) => [answer.position, answer])).values()];
  const tally = tallied(
    lab.tally,
    added.filter(({ position }) => saved.has(position)),
  );
  await saveLabTally(tx, labId, tally);
  const counted = { ...lab, tally };
  if (tally.done < lab.trials) return counted;
  const isLost = tally.failed === tally.done;
  await endLab(tx, counted, isLost ? { status: 'failed', error: ALL_FAILED } : { status: 'completed' }, ending);
  return undefined;
}

const ALL_FAILED = { code: 'NO_ANSWER', message: 'The model answered in no trial.' };
