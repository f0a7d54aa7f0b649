import type { EvalRunGroupTarget, EvalSuiteDetail } from '@assay/sdk';
import type { ReplyOf } from '../../data/operations.ts';

/** A target that the sheet offers: an attached environment or client, the suite's own, or an arm that was added. */
export interface OfferedTarget {
  /** As the address has it. */
  key: string;
  /** Undefined for the suite's own target. */
  target: EvalRunGroupTarget | undefined;
}

/** The preview of a target. */
export type TargetPreview = ReplyOf<'previewEvalLaunch'>['targets'][number];

const NO_SERVER = 'no-server';
const MODEL = 'model=';

/** The arm that an address names: no server at all, or another model. */
export function armOf(text: string): EvalRunGroupTarget | undefined {
  if (text === NO_SERVER) return { arm: { name: 'no server', serverIds: [] } };
  const model = text.startsWith(MODEL) ? text.slice(MODEL.length) : '';
  return model === '' ? undefined : { arm: { name: model, model } };
}

/** The word of the arm without a server, and of one with another model, in the address. */
export const noServerArm = NO_SERVER;
export const modelArm = (model: string): string => `${MODEL}${model}`;

/** The targets that a suite can be launched at: its environments, else its clients, else as it is; then the arms. */
export function offeredTargets(suite: EvalSuiteDetail, arms: readonly string[]): OfferedTarget[] {
  const attached: OfferedTarget[] =
    suite.environmentIds.length > 0
      ? suite.environmentIds.map((environmentId) => ({ key: environmentId, target: { environmentId } }))
      : suite.hosts.map(({ id }) => ({ key: id, target: { namedHostId: id } }));
  const own = attached.length > 0 || arms.length > 0 ? attached : [{ key: 'own', target: undefined }];
  return [
    ...own,
    ...arms.flatMap((text) => {
      const target = armOf(text);
      return target ? [{ key: text, target }] : [];
    }),
  ];
}

/** The sums over the chosen targets; null where one of them is not known. */
export function sumsOf(chosen: readonly TargetPreview[]) {
  const sum = (valueOf: (each: TargetPreview) => number | null | undefined): number | null =>
    chosen.reduce<number | null>((total, each) => {
      const value = valueOf(each);
      return total === null || value === null || value === undefined ? null : total + value;
    }, 0);
  return {
    trials: sum(({ iterations }) => iterations) ?? 0,
    maxModelCalls: sum(({ maxModelCalls }) => maxModelCalls) ?? 0,
    usualUsd: sum(({ price }) => price?.usualUsd),
    dearestUsd: sum(({ price }) => price?.dearestUsd),
    durationMs: sum(({ expectedDurationMs }) => expectedDurationMs),
    models: [...new Set(chosen.flatMap(({ models = [] }) => models.map(({ model, id }) => id ?? model)))],
    sentToModels: [...new Set(chosen.flatMap(({ sentToModels = [] }) => sentToModels))],
  };
}
