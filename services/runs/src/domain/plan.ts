import type { FrozenCase } from '@assay/contract/documents/case';
import { invalid } from '@assay/contract/problem';
import { needsModel } from '@assay/grading/model-free';
import { MAX_ITERATIONS } from './launch.ts';

export interface PlannedIteration { position: number; casePosition: number; iterationNumber: number; model: string | null }
/** `variants` counts the cases with each of their models. */
export interface Plan { cases: FrozenCase[]; iterations: PlannedIteration[]; variants: number }

interface Settings { suiteModel: string; modelOverride: string | undefined; hostedModels: string[] }

/**
 * Spreads cases out into iterations: each case as often as it says, with each model it names. A case without a prompt
 * takes no model.
 */
export function plan(cases: FrozenCase[], settings: Settings): Plan {
  const iterations: PlannedIteration[] = [];
  let variants = 0;
  cases.forEach((each, casePosition) => {
    for (const model of modelsOf(each, settings)) {
      variants++;
      for (let iterationNumber = 1; iterationNumber <= each.iterations; iterationNumber++) {
        iterations.push({ position: iterations.length, casePosition, iterationNumber, model });
      }
    }
  });
  if (iterations.length > MAX_ITERATIONS) throw invalid(`The run would have ${iterations.length} iterations; at most ${MAX_ITERATIONS} fit in one.`);
  return { cases, iterations, variants };
}

function modelsOf({ title, steps, models }: FrozenCase, { suiteModel, modelOverride, hostedModels }: Settings): (string | null)[] {
  if (!needsModel(steps)) return [null];
  const own = models.map(({ model, provider }) => (provider && !model.includes('/') ? `${provider}/${model}` : model));
  const wanted = modelOverride ? [modelOverride] : own.length ? own : [suiteModel];
  for (const model of wanted) checkModel(model, title, hostedModels);
  return [...new Set(wanted)];
}

function checkModel(model: string, title: string, hostedModels: string[]): void {
  if (hostedModels.includes(model)) return;
  const message = model ? `"${model}" is not a model this installation hosts` : `is required: the case "${title}" has a prompt and no model`;
  throw invalid(`/model ${message}.`, { issues: [{ path: '/model', message }], model, hostedModels });
}
