import { isObject } from '@assay/contract/json';
import { pointer } from '../../json.ts';
import { each, specification, textIn, when, type Rule } from '../rule.ts';

const HELP = specification('server/prompts#prompt');

export const prompts: Rule[] = [
  {
    id: 'prompt-description-missing',
    severity: 'warning',
    helpUrl: HELP,
    asks: 'Every prompt has a description.',
    fix: 'Say what the prompt is for: people choose by it.',
    check: each('prompts', ({ description }) => when(textIn(description) === '', 'It has no description.')),
  },
  {
    id: 'prompt-argument-undescribed',
    severity: 'note',
    helpUrl: HELP,
    asks: 'Every argument of a prompt has a description.',
    fix: 'Say what people are to enter.',
    check: each('prompts', ({ arguments: list }) =>
      (Array.isArray(list) ? list : []).flatMap((argument: unknown, i) =>
        when(isObject(argument) && textIn(argument['description']) === '', {
          path: pointer('/arguments', i),
          message: 'The argument has no description.',
        }),
      ),
    ),
  },
];
