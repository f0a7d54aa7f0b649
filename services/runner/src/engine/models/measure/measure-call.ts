import type { CallUsage } from '../meter-model.ts';
import { modelCallDuration, modelCost, tokenUsage } from './metrics.ts';

/** The labels of a model, `provider/name`. */
function labelsOf(id: string) {
  const slash = id.indexOf('/');
  return { 'gen_ai.provider.name': id.slice(0, slash), 'gen_ai.request.model': id.slice(slash + 1) };
}

/** Begins to measure a call of the model `id`; the answer ends it, with the tokens that it used or undefined when it was not answered. */
export function measureCall(id: string, purpose: string): (used: CallUsage | undefined) => void {
  const startedAt = performance.now();
  return (used) => {
    const model = labelsOf(id);
    modelCallDuration.record((performance.now() - startedAt) / 1e3, {
      'gen_ai.provider.name': model['gen_ai.provider.name'],
      purpose,
      ...(!used && { 'error.type': 'unanswered' }),
    });
    if (!used) return;
    tokenUsage.record(used.inputTokens, { ...model, 'gen_ai.token.type': 'input' });
    tokenUsage.record(used.outputTokens, { ...model, 'gen_ai.token.type': 'output' });
  };
}

/** Counts the cost of a call of the model `id`, in millionths of a US dollar. */
export const countCost = (id: string, micros: number): void => modelCost.add(micros / 1e6, labelsOf(id));
