import { operations } from '@assay/contract/operations';
import { conflict, reasons } from '@assay/contract/problem';
import { handle, replayedIf } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { createdRecord } from '../../domain/eval-runs/run-record.ts';
import { rerunBody } from '../../domain/eval-runs/rerun.ts';
import { findLaunched, launchRequested, launcherOf } from '../../flows/eval-runs/launch.ts';
import { openRerun } from '../../flows/eval-runs/rerun.ts';
import { assertNotArchived } from '../../flows/eval-runs/suites.ts';
import { countCases } from '../../store/eval-runs/iteration-ends.ts';

export const rerunEvalRun = (deps: Deps) =>
  handle(operations.rerunEvalRun, async (caller, target, asked) => {
    const { scope: rerunScope, ...given } = asked;
    const { idempotencyKey, ...by } = launcherOf(caller, target, asked);
    // A key makes one rerun of this run, even if it was used for other requests.
    const launcher = { ...by, idempotencyKey: idempotencyKey && `rerun ${target.runId} ${idempotencyKey}` };
    const {
      source,
      shared,
      preview: { sourceTerminal, selectedCaseIds },
    } = await openRerun(deps, target, rerunScope);
    const earlier = await findLaunched(deps, launcher);
    if (!earlier) assertNotArchived(shared.suite);
    if (!earlier && !sourceTerminal)
      throw conflict('The run has not ended yet.', {
        reason: reasons.RERUN_SOURCE_NOT_TERMINAL,
        status: source.status,
      });
    if (!earlier && selectedCaseIds.length === 0)
      throw conflict('No case is left to run again.', { reason: reasons.RERUN_NOTHING_TO_RERUN });
    const body = { ...rerunBody(source, selectedCaseIds, shared.suite.caseGrading), ...given };
    const launched =
      earlier ??
      (await launchRequested(deps, {
        launcher,
        body,
        shared,
        rerun: { ofRunId: source.id, scope: rerunScope },
        allowsAdhoc: source.spec.environment?.name === null,
      }));
    const selectedCaseCount = earlier ? await countCases(deps.pool, earlier.run.id) : selectedCaseIds.length;
    return replayedIf(launched.deduped, {
      ...createdRecord(launched),
      rerunOfRunId: source.id,
      rerunScope,
      selectedCaseCount,
    });
  });
