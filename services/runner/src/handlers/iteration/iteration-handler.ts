import { Deadline } from '@assay/kit/concurrency/deadline';
import type { Browsers } from '@assay/browser/isolated-context';
import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import { IterationOutput, Outcome, type MetSurface, type ModelUsage } from '@assay/mesh/gen/assay/v1/iterations';
import type { Logger } from '@assay/kit/log';
import { secretsIn, withoutSecrets } from '@assay/contract/areas/servers/secret-values';
import type { ConnectSession } from '../../reach/sessions/connect.ts';
import {
  COMPLETED_EXECUTION,
  executionOutcomeOf,
  TRANSCRIPT_TOO_LARGE,
  type ExecutionOutcome,
} from '../../engine/turns/execution-outcome.ts';
import { answeredWork, givenBack, type WorkHandler } from '@assay/work/runner/work-handler';
import type { WorkInHand } from '@assay/work/runner/work-in-hand';
import { iterationWork, type IterationWork } from './iteration-work.ts';
import { recordInHand } from '../../reach/recording/record-in-hand.ts';
import { mergedInventory } from '../../domain/offer/tool-changes.ts';
import type { RunContext, RunContexts } from './run-context.ts';
import { type WorkRecorder, recordWith } from '../../reach/recording/recorder.ts';
import { callApproval } from '../../domain/turns/call-approval.ts';
import type { MetSurfaces } from '../../reach/sessions/met-surfaces.ts';
import { ServerSessions } from '../../reach/sessions/sessions.ts';
import {
  ModelConversation,
  type ConversationDeps,
  type ConversationSettings,
} from '../../engine/turns/model-conversation.ts';
import { IterationImages } from '../../engine/steps/iteration-images.ts';
import type { WatchSettings, WidgetWatch } from '../../engine/steps/widget-watch.ts';
import { runSteps } from '../../engine/steps/run-steps.ts';
import { iterationToolsOf } from './iteration-tools.ts';
import type { Transcript } from '@assay/contract/areas/transcripts/documents';
import { writtenTranscript } from './written-transcript.ts';

/** Dependencies that all iterations of this runner share. */
interface IterationDeps {
  contexts: RunContexts;
  connect: ConnectSession;
  conversation: ConversationDeps;
  /** The browser of this runner; undefined where it has none. */
  browsers?: Browsers | undefined;
  log: Logger;
}

/**
 * Handles iterations: every error ends up in the output. An interrupted iteration is given back with its records so
 * far.
 */
export const iterationHandler =
  (deps: IterationDeps): WorkHandler =>
  async (inHand) => {
    const output = await runIteration(inHand, deps);
    const written = Buffer.from(IterationOutput.encode(output).finish());
    return output.outcome === Outcome.CANCELLED ? givenBack(true, written) : answeredWork(written);
  };

async function runIteration(inHand: WorkInHand, deps: IterationDeps): Promise<IterationOutput> {
  const item = iterationWork(inHand.item);
  const { recorder, parts } = recordInHand(inHand);
  const images = new IterationImages(item);
  const {
    ending: met,
    usage,
    tokens,
    surfaces,
  } = await recordWith(recorder, () => attempt(inHand, item, deps, recorder, images));
  const ending = withoutSecrets(met, recorder.secrets);
  const { transcript } = recorder;
  if (ending.errorCode) transcript.error = { code: ending.errorCode, message: ending.errorMessage };
  if (tokens) transcript.usage = tokens;
  const written = writtenTranscript(transcript);
  return {
    ...(written ? ending : TRANSCRIPT_TOO_LARGE),
    usage,
    startedAtMs: recorder.startedAt,
    durationMs: Math.round(recorder.at()),
    transcript: written ?? Buffer.alloc(0),
    parts: await parts.undelivered(),
    secrets: written ? secretsIn(written.toString(), recorder.secrets) : [],
    screenshots: written ? images.kept : [],
    surfaces,
  };
}

/** The outcome of an attempt, beside its transcript. */
interface Attempted {
  ending: ExecutionOutcome;
  usage: ModelUsage | undefined;
  tokens: Transcript['usage'];
  surfaces: MetSurface[];
}

async function attempt(
  inHand: WorkInHand,
  item: IterationWork,
  { contexts, connect, conversation: conversationDeps, browsers, log }: IterationDeps,
  recorder: WorkRecorder,
  images: IterationImages,
): Promise<Attempted> {
  const { signal: stopped } = inHand;
  using deadline = new Deadline(item.timeoutMs, stopped);
  const { signal } = deadline;
  let conversation: ModelConversation | undefined;
  let met: MetSurfaces | undefined;
  const work = contexts.use(item, async (context) => {
    const { steps } = JSON.parse(item.case.toString()) as FrozenCase;
    const watchesTools = steps.some(({ kind }) => kind === 'prompt');
    ({ met } = context);
    const sessions = new ServerSessions(context, { connect, traceparent: recorder.traceparent, signal, watchesTools });
    conversation = new ModelConversation(conversationOf(item, context), conversationDeps, (waiting) => {
      inHand.waiting = waiting;
    });
    const { execution, clientConfig } = context.spec;
    let widgets: WidgetWatch | undefined;
    try {
      const tools = await iterationToolsOf(item, context, sessions, signal);
      if (item.needsInventory) recorder.transcript.inventory = await tools.inventory();
      const calls = { tools, recorder, signal };
      if (item.needsBrowser && browsers)
        widgets = await watchWidgets({
          browsers,
          share: item.organizationId,
          client: clientConfig,
          sessions,
          images,
          context: calls,
        });
      await runSteps(steps, {
        ...calls,
        conversation,
        execution: { ...execution, toolApproval: callApproval(execution, clientConfig) },
        widgets,
      });
      await sessions.meetServers();
      const { inventory } = recorder.transcript;
      // A tool that came within the trial is judged by its declaration, too.
      if (inventory) recorder.transcript.inventory = mergedInventory(inventory, await tools.inventory());
    } finally {
      try {
        await widgets?.close();
      } finally {
        await sessions.close();
      }
    }
  });
  const ending = await work.then(
    () => COMPLETED_EXECUTION,
    (error: unknown) =>
      executionOutcomeOf(
        error,
        {
          work: 'iteration',
          cancelled: stopped.aborted,
          timedOutAfterMs: deadline.isOver ? item.timeoutMs : undefined,
        },
        log.child({ iterationId: item.iterationId }),
      ),
  );
  // An attempt that was broken off is given back, and its report is no end.
  const surfaces = stopped.aborted ? [] : (met?.take() ?? []);
  return { ending, usage: await conversation?.usage(), tokens: conversation?.tokens, surfaces };
}

/** Loaded with the first iteration that needs a browser. */
const watchWidgets = async (settings: WatchSettings): Promise<WidgetWatch> =>
  new (await import('../../engine/steps/widget-watch.ts')).WidgetWatch(settings);

function conversationOf(
  { organizationId, projectId, runId, iterationId, fence, model }: IterationWork,
  { spec: { suiteId, keyId = '', clientConfig, skills = [] }, access }: RunContext,
): ConversationSettings {
  return {
    modelId: model,
    access,
    account: { organizationId, projectId, suiteId, runId, keyId, purpose: 'turn' },
    callIdPrefix: `${iterationId}.${fence}`,
    client: clientConfig,
    skills,
  };
}
