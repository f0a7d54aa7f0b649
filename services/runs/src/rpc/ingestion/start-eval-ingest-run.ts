import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle, replayed, replayedIf } from '@assay/kit/rpc/handle';
import { beginRun } from '../../actions/ingestion/ingest-run.ts';
import type { Deps } from '../../deps.ts';
import { ingestedRun } from '../../domain/ingestion/ingested-run.ts';
import { assertIngestedRun } from '../../domain/ingestion/shape.ts';
import { findReported, newRunOf } from '../../flows/ingestion/ingesting.ts';
import { limitBody } from './limit-body.ts';
import { findClockTime } from '../../store/eval-runs/tombstones.ts';

export const startEvalIngestRun = (deps: Deps) =>
  limitBody(
    handle(operations.startEvalIngestRun, async (caller, target, body) => {
      assertIngestedRun(body);
      const earlier = await findReported(deps, target.projectId, body);
      if (earlier) return replayed(ingestedRun(earlier, true));
      const begunAt = await findClockTime(deps.pool);
      const begun = await beginRun(deps.pool, await newRunOf(deps, caller, target, body), begunAt);
      if (begun === 'gone') throw notFound('suite');
      return replayedIf(begun.reused, ingestedRun(begun.run, begun.reused));
    }),
  );
