import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import { invalid } from '@assay/contract/problem';
import { needsModel } from '@assay/grading/model-free';
import type { RunSpec } from '@assay/contract/areas/eval-runs/run-spec';

/** The largest run, in iterations: a larger launch is refused. */
export const MAX_ITERATIONS = 20_000;

export interface PlannedIteration {
  position: number;
  queueOrder: number;
  casePosition: number;
  iterationNumber: number;
  model: string | null;
}

/** `variants` counts the case variants. */
export interface RunPlan {
  iterations: PlannedIteration[];
  variants: number;
  modelSource: RunSpec['modelSource'];
  effectiveModel: string | undefined;
}

/** Where models come from: the launch, else the case, else the suite or the client; empty when these name none. */
export interface ModelSettings {
  override: string | undefined;
  defaultModel: string;
}

/** Resolves a requested model to `provider/name`; throws when it cannot be used. */
export type ResolveModel = (asked: string, of: { title: string; position: number }) => string;

interface Order extends ModelSettings {
  resolve: ResolveModel;
  stopsEarly: boolean;
}

/**
 * Expands cases into iterations: as many as each case says, with each of its models. A case without a prompt takes no
 * model. When cases may end early, all get their first iteration before any gets a second one.
 */
export function planIterations(cases: FrozenCase[], order: Order): RunPlan {
  const iterations: PlannedIteration[] = [];
  let variants = 0;
  cases.forEach((each, casePosition) => {
    const models = [
      ...new Set(
        modelsOf(each, order).map((asked) => order.resolve(asked, { title: each.title, position: casePosition })),
      ),
    ];
    for (const model of needsModel(each.steps) ? models : [null]) {
      variants++;
      for (let iterationNumber = 1; iterationNumber <= each.iterations; iterationNumber++) {
        iterations.push({
          position: iterations.length,
          queueOrder: order.stopsEarly ? iterationNumber : 0,
          casePosition,
          iterationNumber,
          model,
        });
      }
    }
  });
  if (iterations.length > MAX_ITERATIONS)
    throw invalid(`The run would have ${iterations.length} iterations; at most ${MAX_ITERATIONS} fit in one.`);
  return { iterations, variants, ...provenance(cases, iterations, order) };
}

/** The models that cases request, each once; a case without a model adds none. */
export const modelsAskedFor = (cases: FrozenCase[], settings: ModelSettings): string[] => [
  ...new Set(cases.flatMap((each) => modelsOf(each, settings))),
];

function modelsOf({ steps, models }: FrozenCase, { override, defaultModel }: ModelSettings): string[] {
  if (!needsModel(steps)) return [];
  if (override !== undefined) return [override];
  return models.length > 0
    ? models.map(({ model, provider }) =>
        provider && !model.startsWith(`${provider}/`) ? `${provider}/${model}` : model,
      )
    : [defaultModel];
}

function provenance(
  cases: FrozenCase[],
  iterations: PlannedIteration[],
  { override }: ModelSettings,
): Pick<RunPlan, 'modelSource' | 'effectiveModel'> {
  const used = new Set(iterations.flatMap(({ model }) => model ?? []));
  if (used.size === 0) return { modelSource: undefined, effectiveModel: undefined };
  const isOfCases = used.size === 1 && cases.every(({ steps, models }) => !needsModel(steps) || models.length > 0);
  return {
    modelSource: override !== undefined ? 'override' : isOfCases ? 'case' : 'client_default',
    effectiveModel: used.size === 1 ? [...used][0]! : undefined,
  };
}
