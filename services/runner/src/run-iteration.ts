import type { FrozenCase } from '@assay/contract/documents/case';
import { Blame, Outcome, type IterationReport } from '@assay/contract/gen/assay/v1/work';
import type { Logger } from '@assay/kit/log';
import { failureOf } from './failure.ts';
import type { Held } from './held.ts';
import type { RunContexts } from './run-context.ts';
import { recordWith, type Recorder } from './recorder.ts';
import { Sessions, SetupFailure } from './sessions.ts';
import type { Connect } from './connect.ts';
import { runSteps } from './steps/run-steps.ts';

type Ending = Pick<IterationReport, 'outcome' | 'errorCode' | 'errorMessage'>;

/** What every iteration of this runner is worked on with. */
export interface Workshop { contexts: RunContexts; connect: Connect; log: Logger }

/** Works one iteration off and answers its report; whatever goes wrong ends up in the report, never in a throw. */
export async function runIteration(held: Held, workshop: Workshop): Promise<IterationReport> {
  const { item } = held;
  const recorder = held.begin();
  const timeout = AbortSignal.timeout(item.timeoutMs);
  const ending = await recordWith(recorder, () => attempt(held, workshop, recorder, AbortSignal.any([held.signal, timeout])));
  if (ending.errorCode) recorder.transcript.error = { code: ending.errorCode, message: ending.errorMessage };
  return {
    iterationId: item.iterationId, fence: item.fence, ...ending,
    blame: Blame.UNSPECIFIED,
    startedAtMs: recorder.startedAt, durationMs: Math.round(recorder.at()),
    transcript: Buffer.from(JSON.stringify(recorder.transcript)),
    parts: await held.parts!.undelivered(),
  };
}

async function attempt(held: Held, { contexts, connect, log }: Workshop, recorder: Recorder, signal: AbortSignal): Promise<Ending> {
  try {
    await contexts.use(held.item, async (context) => {
      const sessions = new Sessions(context, { connect, traceparent: recorder.traceparent, signal });
      try {
        const { steps } = JSON.parse(held.item.case.toString()) as FrozenCase;
        if (held.item.needsInventory) recorder.transcript.inventory = await sessions.inventory();
        await runSteps(steps, { item: held.item, sessions, recorder, signal });
      } finally {
        await sessions.close();
      }
    });
    return { outcome: Outcome.COMPLETED, errorCode: '', errorMessage: '' };
  } catch (error) {
    return endingOf(error, held, signal, log);
  }
}

function endingOf(error: unknown, { item, signal: taken }: Held, signal: AbortSignal, log: Logger): Ending {
  if (taken.aborted) return { outcome: Outcome.CANCELLED, errorCode: 'CANCELLED', errorMessage: 'The iteration was cancelled.' };
  if (signal.aborted) return { outcome: Outcome.TIMED_OUT, errorCode: 'TIMEOUT', errorMessage: `The iteration took longer than ${item.timeoutMs / 1_000} s.` };
  const problem = error instanceof SetupFailure ? error.problem : error;
  const outcome = error instanceof SetupFailure ? Outcome.SETUP_FAILED : Outcome.FAILED;
  return { outcome, ...failureOf(problem, 'this iteration', log.child({ iterationId: item.iterationId })) };
}
