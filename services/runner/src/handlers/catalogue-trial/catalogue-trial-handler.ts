import type {
  CatalogueAnswer,
  CatalogueOutput,
  CatalogueTask,
  CatalogueTrial,
} from '@assay/contract/areas/catalogue-labs/work';
import { given } from '@assay/contract/given';
import { jsonObject } from '@assay/contract/json';
import { Deadline } from '@assay/kit/concurrency/deadline';
import type { Logger } from '@assay/kit/log';
import { answeredWork, failedWork, givenBack, type WorkHandler } from '@assay/work/runner/work-handler';
import { failureOf } from '@assay/work/runner/within-time';
import { RunnerStops, type WorkInHand } from '@assay/work/runner/work-in-hand';
import { MODEL_ID } from '../../domain/models/scripted-rules.ts';
import { offeredTools, type OfferedTools } from '../../domain/offer/offered-tools.ts';
import { executionOutcomeOf } from '../../engine/turns/execution-outcome.ts';
import { openAccess } from '../../engine/models/models.ts';
import { ModelConversation, type ConversationDeps } from '../../engine/turns/model-conversation.ts';
import { askWithRetries } from '../../engine/turns/ask-with-retries.ts';

/** Dependencies that all trials of this runner share. */
export interface CatalogueTrialDeps {
  conversation: ConversationDeps;
  keyEncryptionKey: Buffer;
  log: Logger;
}

/** At most this many calls of an answer are told. */
const MAX_CALLS = 20;
/** At most this long are told arguments, in characters of JSON. */
const MAX_ARGUMENTS = 8_000;

/**
 * Handles work items of kind `catalogue-trial`: asks the model once for each trial which tools it calls, and executes
 * none. Each answer is told at once, so that a runner that takes the item over does not repeat it.
 */
export const catalogueTrialHandler =
  (deps: CatalogueTrialDeps): WorkHandler =>
  async (inHand) => {
    const { item } = inHand;
    try {
      using deadline = new Deadline(item.timeoutMs, inHand.signal);
      const output = await triedOutput(inHand, deps, deadline);
      await inHand.untilHeard();
      if (inHand.signal.reason instanceof RunnerStops) return givenBack(true);
      return answeredWork(Buffer.from(JSON.stringify(output)));
    } catch (error) {
      return failedWork(failureOf(error, 'these trials', deps.log));
    }
  };

async function triedOutput(inHand: WorkInHand, deps: CatalogueTrialDeps, deadline: Deadline): Promise<CatalogueOutput> {
  const task = JSON.parse(inHand.item.task.toString()) as CatalogueTask;
  const answers: CatalogueAnswer[] = [];
  for (const trial of task.trials) {
    if (deadline.signal.aborted) break;
    const tried = await answerOf(inHand, { task, trial, deps, deadline });
    if ('stop' in tried) return { version: 1, answers, stop: tried.stop };
    // A broken-off trial has no answer.
    if (inHand.signal.aborted) break;
    answers.push(tried);
    inHand.say(tried);
  }
  return { version: 1, answers };
}

interface TrialScope {
  task: CatalogueTask;
  trial: CatalogueTrial;
  deps: CatalogueTrialDeps;
  deadline: Deadline;
}

/** The answer of the model in one trial, or why no further trial can have one. */
async function answerOf(
  inHand: WorkInHand,
  { task, trial, deps, deadline }: TrialScope,
): Promise<CatalogueAnswer | { stop: { code: string; message: string } }> {
  const { position, prompt, offered } = trial;
  const conversation = conversationOf(inHand, task, trial, deps);
  const declared = offered.map((place) => task.tools[place]!);
  const tools = offeredTools([{ serverId: '', serverName: 'tool', complete: true, tools: declared }]);
  try {
    const { said } = await askWithRetries(
      await conversation.model(),
      {
        messages: [
          ...(task.systemPrompt === undefined ? [] : [{ role: 'system' as const, text: task.systemPrompt }]),
          { role: 'user', text: prompt },
        ],
        tools,
        temperature: task.temperature,
        signal: deadline.signal,
      },
      conversation.retryPolicy,
      () => undefined,
    );
    conversation.count(said.usage);
    return {
      position,
      calls: said.calls.slice(0, MAX_CALLS).map((call) => calledTool(call, tools)),
      ...(await paid(conversation)),
    };
  } catch (error) {
    const { errorCode, errorMessage, stop } = executionOutcomeOf(
      error,
      {
        work: 'trial',
        cancelled: inHand.signal.aborted,
        timedOutAfterMs: deadline.isOver ? inHand.item.timeoutMs : undefined,
      },
      deps.log.child({ workId: inHand.item.id }),
    );
    if (stop) return { stop: { code: stop.code, message: errorMessage } };
    return { position, calls: [], ...(await paid(conversation)), error: { code: errorCode, message: errorMessage } };
  }
}

/** A conversation for each trial, so that each has a usage of its own. */
function conversationOf(
  inHand: WorkInHand,
  { labId, account, model, access }: CatalogueTask,
  { position }: CatalogueTrial,
  { conversation, keyEncryptionKey }: CatalogueTrialDeps,
): ModelConversation {
  const { id, fence } = inHand.item;
  return new ModelConversation(
    {
      modelId: model,
      access: access && openAccess(Buffer.from(access.sealed, 'base64'), keyEncryptionKey, access.context),
      account: { ...account, suiteId: '', runId: labId, purpose: 'turn' },
      callIdPrefix: `${id}.${fence}.${position}`,
      client: undefined,
      skills: [],
    },
    conversation,
    (waiting) => {
      inHand.waiting = waiting;
    },
  );
}

function calledTool(
  { name, input }: { name: string; input: string },
  tools: OfferedTools,
): CatalogueAnswer['calls'][number] {
  const args = input.length <= MAX_ARGUMENTS ? jsonObject(input === '' ? '{}' : input) : undefined;
  return {
    toolName: tools.get(name)?.toolName ?? name,
    isOffered: tools.has(name),
    ...given({ arguments: args }),
  };
}

async function paid(conversation: ModelConversation): Promise<Pick<CatalogueAnswer, 'usage'>> {
  // The model of the rules costs nothing.
  if (conversation.modelId === MODEL_ID) return { usage: { inputTokens: 0, outputTokens: 0, costMicros: 0 } };
  const used = await conversation.usage();
  if (!used || used.isUnreported) return {};
  const { inputTokens, outputTokens, costMicros } = used;
  return { usage: { inputTokens, outputTokens, ...given({ costMicros }) } };
}
