import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import type { Transcript } from '@assay/contract/areas/transcripts/documents';
import { judgedEvidence, MAX_EVIDENCE } from '@assay/grading/judging/judged-evidence';
import type { Pool } from '@assay/kit/postgres/db';
import { handle } from '@assay/kit/rpc/handle';
import { unzipJson } from '@assay/transcripts/gzip';
import type { Deps } from '../../deps.ts';
import { judgePrice, judgeTokens } from '../../domain/judges/judge-price.ts';
import { skipReason } from '../../domain/judges/judgement.ts';
import { grantModels } from '../../flows/eval-runs/prepare-launch.ts';
import { listTranscripts } from '../../store/analysis/run-population.ts';
import { findFrozenRun } from '../../store/eval-runs/frozen-runs.ts';
import { findRun } from '../../store/eval-runs/runs.ts';
import { listJudgedIterations } from '../../store/judges/judgements.ts';

/** At most this many trials are read to expect the size of all. */
const SAMPLE = 20;
/** The evidence of a larger transcript, in bytes of gzipped JSON, counts as the largest that a judge is sent. */
const MAX_TRANSCRIPT = 256 * 1024;
/** The evidence of a trial that a judge reads, in words. */
const SENT = [
  'The prompts and the answers of the model.',
  'The calls of tools with their arguments and results; secrets are masked.',
  'The expected output of the case, or else its prompts, and the rubric of the suite.',
];

export const previewEvalRunJudge = ({ pool, catalog }: Deps) =>
  handle(
    operations.previewEvalRunJudge,
    async ({ keyId, organizationId = '' }, { projectId, runId }, { model: asked }) => {
      const run = await findRun(pool, projectId, runId);
      const frozen = run && (await findFrozenRun(pool, runId));
      if (!run || !frozen) throw notFound('run');
      const trials = (await listJudgedIterations(pool, runId)).map((trial) => ({
        ...trial,
        reason: skipReason(trial, frozen.cases.get(trial.casePosition)!),
      }));
      const judged = trials.filter(({ reason }) => reason === undefined);
      const every = Math.max(1, Math.ceil(judged.length / SAMPLE));
      const sample = judged.filter((_, index) => index % every === 0).map(({ id }) => id);
      const tokens = judgeTokens(judged.length, await evidenceSizes(pool, sample));
      const model = asked ?? run.spec.judge?.model ?? null;
      const { grants } = await grantModels(catalog, {
        projectId,
        organizationId,
        suiteId: run.suiteId,
        keyId,
        runId,
        models: model === null ? [] : [model],
        keys: undefined,
      });
      const skipped = Map.groupBy(trials, ({ reason }) => reason);
      return {
        runId,
        model,
        trials: judged.length,
        cases: new Set(judged.map(({ casePosition }) => casePosition)).size,
        skipped: [...skipped].flatMap(([reason, of]) => (reason === undefined ? [] : [{ reason, trials: of.length }])),
        sentToModel: judged.length === 0 ? [] : SENT,
        expectedTokens: tokens,
        priceUsd: judgePrice(tokens, grants[0]?.price),
      };
    },
  );

/** The sizes of the evidence of trials in bytes; one transcript at a time is open. */
async function evidenceSizes(pool: Pool, iterationIds: string[]): Promise<number[]> {
  const sizes: number[] = [];
  for (const { transcript } of await listTranscripts(pool, iterationIds, MAX_TRANSCRIPT))
    sizes.push(Buffer.byteLength(JSON.stringify(judgedEvidence(await unzipJson<Transcript>(transcript)))));
  return [...sizes, ...Array<number>(iterationIds.length - sizes.length).fill(MAX_EVIDENCE)];
}
