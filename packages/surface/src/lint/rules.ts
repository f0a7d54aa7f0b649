import type { LintRule } from './rule.ts';
import { annotationRules } from './rules/annotations.ts';
import { catalogRules } from './rules/catalog.ts';
import { descriptionRules } from './rules/descriptions.ts';
import { itemRules } from './rules/items.ts';
import { nameRules } from './rules/names.ts';
import { pageRules } from './rules/pages.ts';
import { parameterRules } from './rules/parameters.ts';
import { promptRules } from './rules/prompts.ts';
import { resourceRules } from './rules/resources.ts';
import { schemaRules } from './rules/schemas.ts';
import { textRules } from './rules/texts.ts';

/** Every rule, in the order of findings with the same severity. */
export const LINT_RULES: readonly LintRule[] = [
  ...itemRules,
  ...schemaRules,
  ...nameRules,
  ...descriptionRules,
  ...parameterRules,
  ...annotationRules,
  ...catalogRules,
  ...promptRules,
  ...resourceRules,
  ...textRules,
  ...pageRules,
];
