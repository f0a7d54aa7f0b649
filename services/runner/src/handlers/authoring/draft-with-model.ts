import type { AuthoringTask } from '@assay/contract/areas/authoring/work';
import type { ServerInventory } from '@assay/contract/areas/servers/inventory';
import type { Logger } from '@assay/kit/log';
import { briefOf } from '../../domain/authoring/brief.ts';
import { caseOfSheet } from '../../domain/authoring/case-of-sheet.ts';
import type { DraftingResult } from '../../domain/authoring/drafting-result.ts';
import { limitToMix } from '../../domain/authoring/limit-to-mix.ts';
import { readDraftSheet, DRAFT_SHEETS } from '../../domain/authoring/sheet.ts';
import type { WorkProgress } from '@assay/work/runner/within-time';
import { askUntilUsable } from '../../engine/models/ask-until-usable.ts';
import type { NamedModel } from '../../engine/models/named-model.ts';

/** The time that a model gets for one answer, in milliseconds. */
const ANSWER_MS = 240_000;
/** At most this long an answer of a model, in tokens: a document makes many cases. */
const MAX_ANSWER = 16_000;

/**
 * Drafts cases with a language model. The answer is parsed strictly; when it cannot be used, the model is told why and
 * asked once more.
 */
export async function draftWithModel(
  model: NamedModel,
  task: AuthoringTask,
  inventory: ServerInventory[],
  { signal, phase }: WorkProgress,
  log: Logger,
): Promise<DraftingResult> {
  phase('plan');
  const { instructions, request, warnings } = briefOf(task, inventory);
  phase('draft');
  const question = {
    instructions,
    request,
    schema: DRAFT_SHEETS[task.kind],
    signal,
    timeoutMs: ANSWER_MS,
    maxOutputTokens: MAX_ANSWER,
  };
  const { usable: sheet, used } = await askUntilUsable(model, question, (value) => {
    phase('validate');
    const read = readDraftSheet(task.kind, value);
    return 'cases' in read ? { usable: read.cases } : read;
  });
  log.info({ model: model.id, ...used }, 'a model drafted cases');
  const cases = sheet.map((each) => caseOfSheet(each, task.content));
  const held =
    task.kind === 'generate'
      ? limitToMix(cases, task.caseMix)
      : { cases, warnings: cases.length > 0 ? [] : ['The model found no case in the document.'] };
  return { cases: held.cases, warnings: [...warnings, ...held.warnings] };
}
