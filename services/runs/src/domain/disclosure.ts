import type { FrozenCase } from '@assay/contract/documents/case';
import type { CreateEvalRun } from '@assay/contract/documents/run';
import type { EvalRunDisclosure, ReadRunDisclosure } from '@assay/contract/documents/run-disclosure';
import { reasons } from '@assay/contract/problem';
import type { Static } from 'typebox';
import { MAX_STEPS } from './launch.ts';
import type { PlannedIteration } from './plan.ts';
import { refuse } from './refuse.ts';

/** What a query asks about, as a launch would say it. Only one way to choose a target can be named. */
export function askedOf(suiteId: string, { caseIds, environmentId, environmentIds, host }: Static<typeof ReadRunDisclosure>): CreateEvalRun {
  const axes = Object.entries({ environmentId, environmentIds, host }).filter(([, value]) => value !== undefined);
  if (axes[1]) throw refuse(`/${axes[1][0]}`, `cannot be combined with ${axes[0]![0]}`);
  if (environmentIds !== undefined) {
    throw refuse('/environmentIds', 'are not attached to the suite', { reason: reasons.ENVIRONMENT_NOT_ATTACHED, environmentId: listed(environmentIds)[0], environmentIds: [] });
  }
  return {
    suiteId, ...(caseIds !== undefined && { caseIds: listed(caseIds) }),
    ...(environmentId !== undefined && { environmentId }), ...(host !== undefined && { hosts: [{ host }] }),
  };
}

const listed = (text: string): string[] => text.split(',').map((each) => each.trim());

/** Each case with its trials and its models, and what all of it comes to. */
export function extentOf(cases: FrozenCase[], iterations: PlannedIteration[]): Pick<EvalRunDisclosure, 'cases' | 'iterations' | 'maxModelCalls'> {
  const byCase = Map.groupBy(iterations, ({ casePosition }) => casePosition);
  const promptsOf = ({ steps }: FrozenCase) => steps.filter(({ kind }) => kind === 'prompt').length;
  return {
    cases: cases.map(({ id, title }, position) => {
      const own = byCase.get(position) ?? [];
      return { id, title, iterations: own.length, models: [...new Set(own.flatMap(({ model }) => model || []))] };
    }),
    iterations: iterations.length,
    maxModelCalls: iterations.reduce((sum, { casePosition, model }) => (model === null ? sum : sum + promptsOf(cases[casePosition]!) * MAX_STEPS), 0),
  };
}

/** What the providers of models get to see, in words. */
export function sentToModels(cases: FrozenCase[], servers: { name: string }[], suite: { systemPrompt: string; judge: { enabled: boolean; autoRun: boolean } }): string[] {
  const prompting = cases.filter(({ steps }) => steps.some(({ kind }) => kind === 'prompt'));
  if (prompting.length === 0) return [];
  const names = servers.map(({ name }) => name).join(', ');
  return [
    ...(suite.systemPrompt ? ['The system prompt of the suite.'] : []),
    `The prompts of ${prompting.length === 1 ? 'one case' : `${prompting.length} cases`}.`,
    ...(names ? [`Names, descriptions and input schemas of the tools of these servers: ${names}.`, 'What those tools answer to the calls that the model makes.'] : []),
    ...(suite.judge.enabled && suite.judge.autoRun ? ['To the judge\'s model: what was said and done, with the expected output and the criteria.'] : []),
  ];
}
