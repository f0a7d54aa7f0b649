import type { ListName } from '../canonical.ts';
import { jsonPointer } from '../json.ts';
import { annotationChanges } from './annotations.ts';
import { changeText, partChange, type ItemChange } from './change.ts';
import { executionChanges } from './execution.ts';
import { gradedSchema } from './graded-schema.ts';
import { argumentChanges } from './prompt-arguments.ts';
import type { ComparisonBudget } from './schema/budget.ts';

/** The changes of one field of an item. */
export type FieldRule = (key: string, from: unknown, to: unknown, budget: ComparisonBudget) => ItemChange[];

const cosmetic: FieldRule = (key, from, to) => [
  partChange(jsonPointer('', key), 'cosmetic', from, to, changeText(key, from, to)),
];
/** Fields that models read when they choose a tool. */
const readByModels: FieldRule = (key, from, to) => [
  partChange(jsonPointer('', key), 'cosmetic', from, to, changeText(key, from, to), { affectsModels: true }),
];
/** Fields that callers may rely on once they are there. */
const reliedOn: FieldRule = (key, from, to) => [
  partChange(jsonPointer('', key), from === undefined ? 'additive' : 'breaking', from, to, changeText(key, from, to)),
];
const schema: FieldRule = (key, from, to, budget) =>
  gradedSchema(key as 'inputSchema' | 'outputSchema', from, to, budget);

const described = {
  description: readByModels,
  title: cosmetic,
  icons: cosmetic,
  _meta: cosmetic,
};

/** Rules by list and field. Callers may rely on every field that is not listed here. */
export const ITEM_RULES: Record<ListName, Record<string, FieldRule>> = {
  tools: {
    ...described,
    inputSchema: schema,
    outputSchema: schema,
    annotations: (_key, from, to) => annotationChanges(from, to),
    execution: (_key, from, to) => executionChanges(from, to),
  },
  resources: { ...described, name: cosmetic, annotations: cosmetic },
  resourceTemplates: { ...described, name: cosmetic, annotations: cosmetic },
  prompts: { ...described, arguments: (_key, from, to) => argumentChanges(from, to) },
};

export const ruleOf = (list: ListName, key: string): FieldRule =>
  Object.hasOwn(ITEM_RULES[list], key) ? ITEM_RULES[list][key]! : reliedOn;
