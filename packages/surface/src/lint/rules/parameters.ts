import { isObject } from '@assay/contract/json';
import { checkEachItem, specificationUrl, trimmedText, type LintRule, type RuleMessage } from '../rule.ts';
import { parametersOf, type SchemaParameter } from '../walk.ts';

const SAYS_TYPE = ['type', '$ref', 'anyOf', 'oneOf', 'allOf', 'enum', 'const', 'not', 'if', '$dynamicRef'];
const TOOL = specificationUrl('server/tools#tool');

const eachParameter = (tell: (parameter: SchemaParameter) => boolean, message: string) =>
  checkEachItem('tools', ({ inputSchema }) =>
    parametersOf(inputSchema)
      .filter(tell)
      .map(({ path }): RuleMessage => ({ path: `/inputSchema${path}`, message })),
  );

const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
const repeatsName = (description: string, path: string): boolean =>
  description !== '' && letters(description) === letters(path.slice(path.lastIndexOf('/')));

export const parameterRules: LintRule[] = [
  {
    id: 'parameter-description-missing',
    severity: 'warning',
    helpUrl: TOOL,
    costs: 'arguments are guessed',
    asks: 'Every parameter of a tool has a description.',
    fix: 'Say what the parameter means, in which unit or format, and what happens without it.',
    check: eachParameter(
      ({ schema }) => isObject(schema) && trimmedText(schema['description']) === '' && !('$ref' in schema),
      'The parameter has no description.',
    ),
  },
  {
    id: 'parameter-type-missing',
    severity: 'warning',
    costs: 'arguments are guessed',
    asks: 'Every parameter of a tool has a type.',
    fix: 'Add `type`, or the alternatives that are allowed.',
    check: eachParameter(
      ({ schema }) => schema === true || (isObject(schema) && !SAYS_TYPE.some((keyword) => keyword in schema)),
      'The parameter takes anything.',
    ),
  },
  {
    id: 'parameter-enum-undescribed',
    severity: 'note',
    costs: 'values are guessed',
    asks: 'A parameter with a list of values says more of them than its name.',
    fix: 'Say in the description what each value does.',
    check: eachParameter(
      ({ schema, path }) =>
        isObject(schema) &&
        Array.isArray(schema['enum']) &&
        schema['enum'].length > 1 &&
        repeatsName(trimmedText(schema['description']), path),
      'Nothing says what its values mean.',
    ),
  },
];
