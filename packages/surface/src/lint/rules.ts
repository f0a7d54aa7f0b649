import type { Rule } from './rule.ts';
import { annotations } from './rules/annotations.ts';
import { catalog } from './rules/catalog.ts';
import { descriptions } from './rules/descriptions.ts';
import { names } from './rules/names.ts';
import { pages } from './rules/pages.ts';
import { parameters } from './rules/parameters.ts';
import { prompts } from './rules/prompts.ts';
import { resources } from './rules/resources.ts';
import { schemas } from './rules/schemas.ts';
import { texts } from './rules/texts.ts';

/** Every rule, in the order in which findings of one severity are told. */
export const RULES: readonly Rule[] = [
  ...schemas,
  ...names,
  ...descriptions,
  ...parameters,
  ...annotations,
  ...catalog,
  ...prompts,
  ...resources,
  ...texts,
  ...pages,
];
