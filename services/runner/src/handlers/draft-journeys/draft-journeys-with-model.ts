import type { JourneyDraftsTask } from '@assay/contract/areas/journeys/drafting-work';
import type { ServerInventory } from '@assay/contract/areas/servers/inventory';
import type { Logger } from '@assay/kit/log';
import type { WorkProgress } from '@assay/work/runner/within-time';
import type { DraftCollection } from '../../domain/journeys/draft-collection.ts';
import { collectAnswer, draftQuestion, draftSheetFor } from '../../domain/journeys/draft-question.ts';
import { askUntilUsable } from '../../engine/models/ask-until-usable.ts';
import type { NamedModel } from '../../engine/models/named-model.ts';

/** The time that a model gets for one answer, in milliseconds. */
const ANSWER_MS = 110_000;
/** At most this long an answer of a model, in tokens. */
const MAX_ANSWER = 16_000;

/**
 * Adds what a language model drafts, and answers warnings. Drafts that cannot be used or repeat others are refused, and
 * the model is asked once more; the usable drafts of both answers count.
 */
export async function draftJourneysWithModel(
  model: NamedModel,
  task: JourneyDraftsTask,
  inventory: ServerInventory[],
  drafts: DraftCollection,
  { progress: { signal, phase }, log }: { progress: WorkProgress; log: Logger },
): Promise<string[]> {
  const { instructions, request, warnings } = draftQuestion(task, inventory);
  let answers = 0;
  phase('draft');
  const question = {
    instructions,
    request,
    schema: draftSheetFor(task),
    signal,
    timeoutMs: ANSWER_MS,
    maxOutputTokens: MAX_ANSWER,
  };
  const { used } = await askUntilUsable(model, question, (value) => {
    answers++;
    const fault = collectAnswer(task, inventory, value, drafts);
    // Some drafts are an answer, too, once the model was asked again.
    return fault && (answers === 1 || drafts.isEmpty) ? fault : { usable: drafts };
  });
  log.info({ model: model.id, ...used }, 'a model drafted personas and journeys');
  return [...warnings, ...drafts.takeRefusals()];
}
