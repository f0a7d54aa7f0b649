import type { EvalRunDisclosure } from '@assay/sdk';
import type { ReadSuite } from './read-suites.ts';

/** The options that choose cases of a suite. */
export interface CaseFilter {
  cases: readonly string[];
  tags: readonly string[];
  /** The model that replaces the models of all cases. */
  model: string | undefined;
}

/** The cases of a run, and the ones that it leaves out. */
export interface ChosenCases {
  caseIds: string[];
  /** The models that they use and that cost money. */
  models: string[];
  /** Cases that were chosen and need a model that cannot be used here. */
  withoutModel: { title: string; models: string[] }[];
}

/** Chooses the cases of a suite by the filter, and leaves out the ones whose models cannot be used. */
export function chooseCases(
  { cases, models }: Pick<EvalRunDisclosure, 'cases' | 'models'>,
  suite: ReadSuite | undefined,
  { cases: wanted, tags, model }: CaseFilter,
  lacking: ReadonlyMap<string, string>,
): ChosenCases {
  const faulty = new Set(models.filter(({ fault }) => fault !== undefined).map((each) => each.model));
  const lacksModel = (own: readonly string[]) =>
    own.length > 0 && (model === undefined ? own.some((each) => faulty.has(each)) : lacking.has(model));
  const isTagged = (index: number) =>
    tags.length === 0 ||
    (suite?.file.tags ?? []).some((tag) => tags.includes(tag)) ||
    tags.includes(suite?.file.cases[index]?.intent ?? '');
  const isWanted = (title: string, index: number) =>
    wanted.length === 0 ||
    wanted.some((each) => [title, String(index + 1), suite?.file.cases[index]?.id].includes(each));
  const chosen = cases.filter(({ title }, index) => isTagged(index) && isWanted(title, index));
  const run = chosen.filter((each) => !lacksModel(each.models));
  const used = run.flatMap((each) => (each.models.length > 0 && model !== undefined ? [model] : each.models));
  return {
    caseIds: run.map(({ id }) => id),
    models: [...new Set(used)].filter((each) => !each.startsWith('scripted/')),
    withoutModel: chosen.filter((each) => lacksModel(each.models)),
  };
}
