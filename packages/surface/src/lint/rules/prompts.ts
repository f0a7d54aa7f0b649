import { isObject } from '@assay/contract/json';
import { jsonPointer } from '../../json.ts';
import { checkEachItem, specificationUrl, trimmedText, messageIf, type LintRule } from '../rule.ts';

const HELP = specificationUrl('server/prompts#prompt');

export const promptRules: LintRule[] = [
  {
    id: 'prompt-description-missing',
    severity: 'warning',
    helpUrl: HELP,
    costs: 'people do not know when to use it',
    asks: 'Every prompt has a description.',
    fix: 'Say what the prompt is for: people choose by it.',
    check: checkEachItem('prompts', ({ description }) =>
      messageIf(trimmedText(description) === '', 'It has no description.'),
    ),
  },
  {
    id: 'prompt-argument-undescribed',
    severity: 'note',
    helpUrl: HELP,
    costs: 'people do not know what to enter',
    asks: 'Every argument of a prompt has a description.',
    fix: 'Say what people are to enter.',
    check: checkEachItem('prompts', ({ arguments: list }) =>
      (Array.isArray(list) ? list : []).flatMap((argument: unknown, i) =>
        messageIf(isObject(argument) && trimmedText(argument['description']) === '', {
          path: jsonPointer('/arguments', i),
          message: 'The argument has no description.',
        }),
      ),
    ),
  },
];
