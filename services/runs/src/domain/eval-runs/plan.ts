import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import { invalid } from '@assay/contract/problem';
import { needsModel } from '@assay/grading/model-free';
import type { RunSpec } from '@assay/contract/areas/eval-runs/run-spec';

/** The largest run, in iterations: beyond it a launch is refused rather than half-made. */
export const MAX_ITERATIONS = 20_000;

export interface PlannedIteration {
  position: number;
  queueOrder: number;
  casePosition: number;
  iterationNumber: number;
  model: string | null;
}

/** `variants` counts the cases with each of their models. */
export interface Plan {
  iterations: PlannedIteration[];
  variants: number;
  modelSource: RunSpec['modelSource'];
  effectiveModel: string | undefined;
}

/** Which models cases take: the launch's, else their own, else the suite's, which is empty when it names none. */
export interface ModelSettings {
  override: string | undefined;
  suiteModel: string;
}

/** Finds the model, as `provider/name`, that was asked for by a case; throws when it cannot be used. */
export type ResolveModel = (asked: string, of: { title: string; position: number }) => string;

interface Order extends ModelSettings {
  resolve: ResolveModel;
  stopsEarly: boolean;
}

/**
 * Spreads cases out into iterations: each case as often as it says, with each model it names. A case without a prompt
 * takes no model. Where cases may end early all of them are tried once before any is tried again.
 */
export function plan(cases: FrozenCase[], order: Order): Plan {
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

/** The models that cases take, as they are asked for, each once; empty for a case that nobody names one for. */
export const modelsAskedFor = (cases: FrozenCase[], settings: ModelSettings): string[] => [
  ...new Set(cases.flatMap((each) => modelsOf(each, settings))),
];

function modelsOf({ steps, models }: FrozenCase, { override, suiteModel }: ModelSettings): string[] {
  if (!needsModel(steps)) return [];
  if (override !== undefined) return [override];
  return models.length > 0
    ? models.map(({ model, provider }) =>
        provider && !model.startsWith(`${provider}/`) ? `${provider}/${model}` : model,
      )
    : [suiteModel];
}

function provenance(
  cases: FrozenCase[],
  iterations: PlannedIteration[],
  { override }: ModelSettings,
): Pick<Plan, 'modelSource' | 'effectiveModel'> {
  const used = new Set(iterations.flatMap(({ model }) => model ?? []));
  if (used.size === 0) return { modelSource: undefined, effectiveModel: undefined };
  const isOfCases = used.size === 1 && cases.every(({ steps, models }) => !needsModel(steps) || models.length > 0);
  return {
    modelSource: override !== undefined ? 'override' : isOfCases ? 'case' : 'client_default',
    effectiveModel: used.size === 1 ? [...used][0]! : undefined,
  };
}
