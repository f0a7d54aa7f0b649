import type { AuthoringTask } from '@assay/contract/documents/authoring-work';
import type { ServerInventory } from '@assay/contract/documents/transcript';
import { Problem } from '@assay/contract/problem';
import type { Logger } from '@assay/kit/log';
import type { ModelMessage } from 'ai';
import { briefOf } from '../domain/drafting/brief.ts';
import { caseOfSheet } from '../domain/drafting/case-of-sheet.ts';
import { clipped } from '../domain/drafting/catalog-text.ts';
import type { Drafted } from '../domain/drafting/drafted.ts';
import { heldToMix } from '../domain/drafting/held-to-mix.ts';
import { readSheet, SHEETS } from '../domain/drafting/sheet.ts';
import type { Progress } from '../jobs/run-job.ts';
import { askForJson } from '../models/ask-for-json.ts';
import type { NamedModel } from '../models/models.ts';

/** How long a model may take for one answer, in milliseconds. */
const ANSWER_MS = 240_000;
/** How much a model may answer, in tokens: a document makes many cases. */
const MAX_ANSWER = 16_000;
/** How often a model is asked when what it answers cannot be used. */
const MAX_QUESTIONS = 2;
/** How much of an answer that cannot be used the model is shown again, in characters. */
const MAX_QUOTE = 20_000;

/** Drafts cases with a language model. What it answers is read strictly; when it cannot be used the model is told why, once. */
export async function draftWithModel(model: NamedModel, task: AuthoringTask, inventory: ServerInventory[], { signal, phase }: Progress, log: Logger): Promise<Drafted> {
  phase('plan');
  const { instructions, request, warnings } = briefOf(task, inventory);
  const messages: ModelMessage[] = [{ role: 'user', content: request }];
  for (let question = 1; ; question++) {
    phase('draft');
    const answer = await askForJson(model, { instructions, messages, schema: SHEETS[task.kind], signal, timeoutMs: ANSWER_MS, maxOutputTokens: MAX_ANSWER });
    log.info({ model: model.id, inputTokens: answer.usage?.inputTokens, outputTokens: answer.usage?.outputTokens }, 'a model drafted cases');
    phase('validate');
    const sheet = 'fault' in answer ? answer : readSheet(task.kind, answer.value);
    if ('cases' in sheet) {
      const cases = sheet.cases.map((each) => caseOfSheet(each, task.content));
      const held = task.kind === 'generate' ? heldToMix(cases, task.caseMix) : { cases, warnings: cases.length > 0 ? [] : ['The model found no case in the document.'] };
      return { cases: held.cases, warnings: [...warnings, ...held.warnings] };
    }
    if (question === MAX_QUESTIONS) throw new Problem('INTERNAL_ERROR', `The model "${model.id}" gave no usable answer, also when asked again: ${sheet.fault}.`);
    messages.push({ role: 'assistant', content: clipped(answer.text, MAX_QUOTE) || '(nothing)' }, { role: 'user', content: `This answer cannot be used: ${sheet.fault}. Answer again, complete and in the shape asked for.` });
  }
}
