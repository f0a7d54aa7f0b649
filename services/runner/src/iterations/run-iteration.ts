import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import type { IterationReport, ModelUsage } from '@assay/contract/gen/assay/v1/work';
import type { Logger } from '@assay/kit/log';
import { secretsIn, withoutSecrets } from '@assay/transcripts/mask';
import type { Connect } from '../sessions/connect.ts';
import { COMPLETED, endingOf, UNTOLD, type Ending } from './ending.ts';
import type { Held } from '../work/held-iteration.ts';
import type { RunContexts } from './run-context.ts';
import { recordWith, type Recorder } from './recorder.ts';
import { Sessions } from '../sessions/sessions.ts';
import { Dialogue, type Speakers } from '../steps/dialogue.ts';
import { runSteps } from '../steps/run-steps.ts';
import { toolsOf } from '../tools/tools-of.ts';
import { writtenTranscript } from './written-transcript.ts';

/** What every iteration of this runner is worked on with. */
export interface Workshop {
  contexts: RunContexts;
  connect: Connect;
  speakers: Speakers;
  log: Logger;
}

/** Works one iteration off and answers its report; whatever goes wrong ends up in the report, never in a throw. */
export async function runIteration(held: Held, workshop: Workshop): Promise<IterationReport> {
  const { item } = held;
  const recorder = held.begin();
  const { ending: met, usage } = await recordWith(recorder, () => attempt(held, workshop, recorder));
  const ending = withoutSecrets(met, recorder.secrets);
  const { transcript } = recorder;
  if (ending.errorCode) transcript.error = { code: ending.errorCode, message: ending.errorMessage };
  if (usage)
    transcript.usage = {
      inputTokens: usage.inputTokens,
      outputTokens: usage.outputTokens,
      totalTokens: usage.inputTokens + usage.outputTokens,
    };
  const written = writtenTranscript(transcript);
  return {
    iterationId: item.iterationId,
    fence: item.fence,
    ...(written ? ending : UNTOLD),
    usage,
    startedAtMs: recorder.startedAt,
    durationMs: Math.round(recorder.at()),
    transcript: written ?? Buffer.alloc(0),
    parts: await held.parts!.undelivered(),
    secrets: written ? secretsIn(written.toString(), recorder.secrets) : [],
  };
}

async function attempt(
  held: Held,
  { contexts, connect, speakers, log }: Workshop,
  recorder: Recorder,
): Promise<{ ending: Ending; usage?: ModelUsage | undefined }> {
  const { item } = held;
  const timeout = AbortSignal.timeout(item.timeoutMs);
  const signal = AbortSignal.any([held.signal, timeout]);
  let dialogue: Dialogue | undefined;
  const work = contexts.use(item, async (context) => {
    const sessions = new Sessions(context, { connect, traceparent: recorder.traceparent, signal });
    dialogue = new Dialogue(item, context, speakers);
    try {
      const { steps } = JSON.parse(item.case.toString()) as FrozenCase;
      const tools = await toolsOf(item, dialogue.execution, context, sessions, signal);
      if (item.needsInventory) recorder.transcript.inventory = await tools.inventory();
      await runSteps(steps, {
        dialogue,
        tools,
        recorder,
        signal,
      });
    } finally {
      await sessions.close();
    }
  });
  const ending = await work.then(
    () => COMPLETED,
    (error: unknown) =>
      endingOf(
        error,
        { cancelled: held.signal.aborted, timedOutAfterMs: timeout.aborted ? item.timeoutMs : undefined },
        log.child({ iterationId: item.iterationId }),
      ),
  );
  return { ending, usage: await dialogue?.usage() };
}
