import { isObject } from '@assay/contract/json';
import type { JsonObject } from '../../json.ts';
import { listFirst } from '../../list-first.ts';
import { checkEachItem, locationOf, specificationUrl, trimmedText, messageIf, type LintRule } from '../rule.ts';

const MIN_LENGTH = 20;
const TOOL = specificationUrl('server/tools#tool');
const PLACEHOLDER =
  /^(?:todo|tbd|fixme|n\/a|none|description|tool|a tool|test|lorem ipsum\b.*|(?:enter|add|insert|your) (?:a |the )?description.*|no description.*)[.!]?$/i;
const SAYS_WHEN = /\b(?:when|whenever|use|used|useful|if|before|after|instead|for|to)\b/i;
const DEPRECATED = [
  /^\s*\[?deprecated/i,
  /\bis deprecated\b/i,
  /\bdeprecated[:.]/i,
  /\bno longer (?:supported|maintained)\b/i,
];

const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
const descriptionOf = ({ description }: JsonObject): string => trimmedText(description);
/** Whether there is a description without findings of other rules. */
const isMeaningful = (tool: JsonObject): boolean =>
  descriptionOf(tool).length >= MIN_LENGTH && !PLACEHOLDER.test(descriptionOf(tool));

export const descriptionRules: LintRule[] = [
  {
    id: 'tool-description-missing',
    severity: 'warning',
    helpUrl: TOOL,
    costs: 'a model has only the name to choose by',
    asks: 'Every tool has a description.',
    fix: 'Say what the tool does, when to use it and what it answers: models choose by it.',
    check: checkEachItem('tools', (tool) => messageIf(descriptionOf(tool) === '', 'It has no description.')),
  },
  {
    id: 'tool-description-short',
    severity: 'warning',
    helpUrl: TOOL,
    costs: 'chosen too often, or not at all',
    asks: `A tool's description has at least ${MIN_LENGTH} characters.`,
    fix: 'Say what the tool does, when to use it and what it answers.',
    check: checkEachItem('tools', (tool) => {
      const { length } = descriptionOf(tool);
      return messageIf(length > 0 && length < MIN_LENGTH, `Its description has ${length} characters.`);
    }),
  },
  {
    id: 'tool-description-is-name',
    severity: 'warning',
    costs: 'a model has only the name to choose by',
    asks: "A tool's description says more than its name.",
    fix: 'Say what the name does not.',
    check: checkEachItem('tools', (tool) =>
      messageIf(
        descriptionOf(tool) !== '' &&
          [tool['name'], tool['title']].some((name) => letters(trimmedText(name)) === letters(descriptionOf(tool))),
        'Its description repeats its name.',
      ),
    ),
  },
  {
    id: 'tool-description-placeholder',
    severity: 'warning',
    costs: 'a model has only the name to choose by',
    asks: "A tool's description is not a placeholder.",
    fix: 'Write the intended description.',
    check: checkEachItem('tools', (tool) =>
      messageIf(PLACEHOLDER.test(descriptionOf(tool).slice(0, 200)), 'Its description is a placeholder.'),
    ),
  },
  {
    id: 'tool-description-without-use',
    severity: 'note',
    costs: 'confused with a similar tool',
    asks: "A tool's description says when or for what the tool is used.",
    fix: 'Add a sentence that begins with "Use this when".',
    check: checkEachItem('tools', (tool) =>
      messageIf(
        isMeaningful(tool) && !SAYS_WHEN.test(descriptionOf(tool)),
        'Its description does not say when to use it.',
      ),
    ),
  },
  {
    id: 'tool-descriptions-same',
    severity: 'warning',
    costs: 'confused with a similar tool',
    asks: 'No two tools have the same description.',
    fix: 'Say in each description what sets the tool apart from the others.',
    check: ({ surface: { tools } }) => {
      const groups = Map.groupBy(tools.filter(isMeaningful), (tool) => letters(descriptionOf(tool)));
      return [...groups.values()].flatMap((group) => {
        const named = new Set(group.map(({ name }) => name));
        if (named.size < 2) return [];
        const few = [...named].slice(0, 4);
        return group.map((tool) => ({
          location: locationOf('tools', tool, '/description'),
          message: `${listFirst(
            few.filter((name) => name !== tool.name),
            named.size - 1,
          )} has the same description.`,
        }));
      });
    },
  },
  {
    id: 'tool-title-missing',
    severity: 'note',
    helpUrl: TOOL,
    costs: 'people see the name alone',
    asks: 'Every tool has a title for people.',
    fix: 'Set `title` to a few words that a person recognizes.',
    check: checkEachItem('tools', (tool) =>
      messageIf(
        trimmedText(tool['title']) === '' &&
          !(isObject(tool['annotations']) && trimmedText(tool['annotations']['title']) !== ''),
        'It has no title.',
      ),
    ),
  },
  {
    id: 'tool-deprecated',
    severity: 'note',
    costs: 'models still choose it',
    asks: 'No tool that is offered is deprecated.',
    fix: 'Remove the tool once it is no longer called; until then name its replacement.',
    check: checkEachItem('tools', (tool) =>
      messageIf(
        (isObject(tool['_meta']) && tool['_meta']['deprecated'] === true) ||
          DEPRECATED.some((wording) => wording.test(descriptionOf(tool))),
        'It says that it is deprecated.',
      ),
    ),
  },
];
