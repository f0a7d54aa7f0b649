import type { InlineCase } from '@assay/contract/documents/case';
import type { EvalTestStep } from '@assay/contract/documents/step';
import type { CreateEvalSuite } from '@assay/contract/documents/suite';
import { needsModel } from '@assay/grading/model-free';

/** Where a draft breaks a rule that its schema cannot say: a JSON Pointer, and the rule in words. */
export interface Fault { path: string; message: string }

/** The largest arguments of a tool call step, in characters of JSON. */
const MAX_ARGUMENTS = 100_000;

/** The first fault of a draft that can be told without asking anybody. */
export function faultOf(draft: CreateEvalSuite): Fault | undefined {
  return accuracyFault(draft) ?? firstOf(draft.tests, (each, i) => caseFault(each, `/tests/${i}`)) ?? modelFault(draft);
}

/** The first step that calls a server which the suite does not have. */
export function serverFault({ tests }: CreateEvalSuite, serverNames: readonly string[]): Fault | undefined {
  return firstOf(tests, ({ steps }, i) => firstOf(steps, (step, j) =>
    (step.kind === 'toolCall' && !serverNames.includes(step.serverName)
      ? { path: `/tests/${i}/steps/${j}/serverName`, message: `is not one of the suite's servers (${serverNames.join(', ')})` }
      : undefined)));
}

function firstOf<T>(items: readonly T[], faultIn: (item: T, index: number) => Fault | undefined): Fault | undefined {
  for (const [index, item] of items.entries()) {
    const fault = faultIn(item, index);
    if (fault) return fault;
  }
  return undefined;
}

function accuracyFault({ minimumAccuracy, passCriteria }: CreateEvalSuite): Fault | undefined {
  const path = '/passCriteria/minimumPassRate';
  const rate = passCriteria?.minimumPassRate;
  if (rate === undefined) return undefined;
  if (rate > 0 && rate < 1) return { path, message: 'is a percent from 0 to 100, and looks like a fraction' };
  return minimumAccuracy === undefined ? undefined : { path, message: 'is another name of minimumAccuracy and cannot be combined with it' };
}

function caseFault({ steps }: InlineCase, path: string): Fault | undefined {
  const ids = steps.map(({ id }) => id);
  return firstOf(steps, (step, i) => stepFault(step, `${path}/steps/${i}`)
    ?? (ids.indexOf(step.id) < i ? { path: `${path}/steps/${i}/id`, message: 'is the id of an earlier step of the case' } : undefined));
}

function stepFault(step: EvalTestStep, path: string): Fault | undefined {
  if (step.kind === 'interact') return { path, message: 'is an interact step, which cannot be executed yet' };
  if (step.kind === 'prompt' && step.prompt.trim() === '') return { path: `${path}/prompt`, message: 'is blank' };
  if (step.kind === 'toolCall' && JSON.stringify(step.arguments ?? {}).length > MAX_ARGUMENTS) {
    return { path: `${path}/arguments`, message: `has more than ${MAX_ARGUMENTS} characters as JSON` };
  }
  return undefined;
}

function modelFault({ model, tests }: CreateEvalSuite): Fault | undefined {
  const without = tests.find((each) => needsModel(each.steps) && !each.model);
  if (model !== undefined || !without) return undefined;
  return { path: '/model', message: `is required: the case "${without.title.slice(0, 100)}" has a prompt step and names no model` };
}
