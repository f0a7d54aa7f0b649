import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import type { CreateEvalRun } from '@assay/contract/areas/eval-runs/launch';
import type { EvalRunDisclosure, ReadRunDisclosure } from '@assay/contract/areas/eval-runs/disclosure';
import { given } from '@assay/contract/given';
import type { Static } from 'typebox';
import { isJudged } from '../judges/judgement.ts';
import { MAX_STEPS } from './launch.ts';
import type { PlannedIteration } from './plan.ts';
import { faultProblem } from '@assay/contract/fault';

/** Turns a disclosure query into the launches that it asks about. Only one way to choose a target may be named. */
export function askedOf(
  suiteId: string,
  { caseIds, environmentId, environmentIds, ephemeralEnvironment, host }: Static<typeof ReadRunDisclosure>,
): CreateEvalRun[] {
  const axes = Object.entries({ environmentId, environmentIds, host }).filter(([, value]) => value !== undefined);
  if (axes[1]) throw faultProblem({ path: `/${axes[1][0]}`, message: `cannot be combined with ${axes[0]![0]}` });
  if (ephemeralEnvironment && environmentId === undefined && environmentIds === undefined)
    throw faultProblem({ path: '/ephemeralEnvironment', message: 'needs environmentId or environmentIds' });
  const common = { suiteId, ...(caseIds !== undefined && { caseIds: listed(caseIds) }) };
  if (environmentIds !== undefined)
    return [...new Set(listed(environmentIds))].map((each) => ({ ...common, environmentId: each }));
  return [
    {
      ...common,
      ...given({ environmentId }),
      ...(host !== undefined && { hosts: [{ host }] }),
    },
  ];
}

const listed = (text: string): string[] => text.split(',').map((each) => each.trim());

/** The disclosure of several launches of one suite as one: counts are added, everything else is listed once. */
export function disclosedTogether([first, ...others]: EvalRunDisclosure[]): EvalRunDisclosure {
  return others.reduce(
    (sum, next) => ({
      ...sum,
      servers: uniqueBy([...sum.servers, ...next.servers], ({ id }) => id),
      models: uniqueBy([...sum.models, ...next.models], ({ model }) => model),
      cases: sum.cases.map((each, i) => ({
        ...each,
        iterations: each.iterations + next.cases[i]!.iterations,
        models: [...new Set([...each.models, ...next.cases[i]!.models])],
      })),
      iterations: sum.iterations + next.iterations,
      maxModelCalls: sum.maxModelCalls + next.maxModelCalls,
      judge: sum.judge &&
        next.judge && {
          model: sum.judge.model,
          trials: sum.judge.trials + next.judge.trials,
          maxModelCalls: sum.judge.maxModelCalls + next.judge.maxModelCalls,
        },
      sentToModels: [...new Set([...sum.sentToModels, ...next.sentToModels])],
    }),
    first!,
  );
}

const uniqueBy = <T>(list: T[], keyOf: (each: T) => string): T[] =>
  [...new Map(list.toReversed().map((each) => [keyOf(each), each])).values()].toReversed();

/** At most this many questions to a judge per iteration: one more when an answer cannot be used. */
const QUESTIONS = 2;

/** Each case with its iterations and its models, the judge, and the totals. */
export function extentOf(
  cases: FrozenCase[],
  iterations: PlannedIteration[],
  judge: string | undefined,
  maxSteps = MAX_STEPS,
): Pick<EvalRunDisclosure, 'cases' | 'iterations' | 'maxModelCalls' | 'judge'> {
  const byCase = Map.groupBy(iterations, ({ casePosition }) => casePosition);
  const judged =
    judge === undefined ? 0 : iterations.filter(({ casePosition }) => isJudged(cases[casePosition]!)).length;
  const promptsOf = ({ steps }: FrozenCase) => steps.filter(({ kind }) => kind === 'prompt').length;
  return {
    cases: cases.map(({ id, title }, position) => {
      const own = byCase.get(position) ?? [];
      return {
        id,
        title,
        iterations: own.length,
        models: [...new Set(own.flatMap(({ model }) => model || []))],
      };
    }),
    iterations: iterations.length,
    maxModelCalls: iterations.reduce(
      (sum, { casePosition, model }) => (model === null ? sum : sum + promptsOf(cases[casePosition]!) * maxSteps),
      judged * QUESTIONS,
    ),
    judge: judge === undefined ? null : { model: judge, trials: judged, maxModelCalls: judged * QUESTIONS },
  };
}

/** Says which data model providers receive. */
export function sentToModels(
  cases: FrozenCase[],
  servers: { name: string }[],
  systemPrompt: string,
  judge: string | undefined,
): string[] {
  const toJudge =
    judge !== undefined && cases.some(isJudged)
      ? [
          `To the judge's model, ${judge}: the conversation, the calls and the tool results of each trial with masked secrets, the expected output or the prompts, and the criteria.`,
        ]
      : [];
  return [...sentByTurns(cases, servers, systemPrompt), ...toJudge];
}

function sentByTurns(cases: FrozenCase[], servers: { name: string }[], systemPrompt: string): string[] {
  const prompting = cases.filter(({ steps }) => steps.some(({ kind }) => kind === 'prompt'));
  if (prompting.length === 0) return [];
  const names = servers.map(({ name }) => name).join(', ');
  return [
    ...(systemPrompt ? ['The system prompt of the suite or the client.'] : []),
    `The prompts of ${prompting.length === 1 ? 'one case' : `${prompting.length} cases`}.`,
    ...(names
      ? [
          `Names, descriptions and input schemas of the tools of these servers: ${names}.`,
          'What those tools answer to the calls that the model makes.',
        ]
      : []),
  ];
}
