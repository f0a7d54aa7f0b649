import type { ListName } from '../../canonical.ts';
import { asText } from '../../json.ts';
import { quoteText } from '../../quote-text.ts';
import {
  checkEachItem,
  locationOf,
  specificationUrl,
  messageIf,
  type LintFault,
  type LintSubject,
  type LintRule,
} from '../rule.ts';
import { confusableNames } from '../confusable.ts';

const MAX_LENGTH = 64;
const TOOL_NAMES = specificationUrl('server/tools#tool-names');

const duplicates =
  (list: ListName, identity: string) =>
  ({ surface }: LintSubject): LintFault[] => {
    const counts = new Map<unknown, number>();
    for (const item of surface[list] as Record<string, unknown>[])
      counts.set(item[identity], (counts.get(item[identity]) ?? 0) + 1);
    return [...counts]
      .filter(([, count]) => count > 1)
      .map(([name, count]) => ({
        location: locationOf(list, { [identity]: name }),
        message: `It is declared ${count} times.`,
      }));
  };

const duplicate = (id: string, list: ListName, identity: string, what: string): LintRule => ({
  id,
  severity: 'error',
  ofWhole: true,
  costs: 'clients keep only one of them',
  asks: `No two ${what} have the same ${identity}.`,
  fix: `Give each its own ${identity}: clients keep only one of them.`,
  check: duplicates(list, identity),
});

export const nameRules: LintRule[] = [
  duplicate('tool-name-duplicate', 'tools', 'name', 'tools'),
  duplicate('prompt-name-duplicate', 'prompts', 'name', 'prompts'),
  duplicate('resource-uri-duplicate', 'resources', 'uri', 'resources'),
  duplicate('resource-template-duplicate', 'resourceTemplates', 'uriTemplate', 'resource templates'),
  {
    id: 'tool-name-characters',
    severity: 'warning',
    helpUrl: TOOL_NAMES,
    costs: 'some models refuse the tool',
    asks: "A tool's name consists of letters, digits, underscores, hyphens and dots.",
    fix: 'Rename the tool; many clients and model APIs refuse other characters.',
    check: checkEachItem('tools', ({ name }) =>
      messageIf(
        !/^[\w.-]*$/.test(asText(name)),
        `The name ${quoteText(asText(name))} has characters that clients refuse.`,
      ),
    ),
  },
  {
    id: 'tool-name-length',
    severity: 'warning',
    costs: 'some models refuse the tool',
    asks: `A tool's name has 1 to ${MAX_LENGTH} characters.`,
    fix: `Shorten the name to at most ${MAX_LENGTH} characters; clients put a prefix before it and model APIs take no more.`,
    check: checkEachItem('tools', ({ name }) => {
      const { length } = asText(name);
      return messageIf(
        length === 0 || length > MAX_LENGTH,
        length === 0 ? 'The name is empty.' : `The name has ${length} characters.`,
      );
    }),
  },
  {
    id: 'tool-names-confusable',
    severity: 'warning',
    costs: 'confused with a similar tool',
    asks: 'Names of tools differ by more than case, separators, look-alike characters or a single letter.',
    fix: 'Choose names that say what is different about these tools.',
    check: ({ surface: { tools } }) =>
      confusableNames(tools.map(({ name }) => name)).map(({ name, others }) => ({
        location: locationOf('tools', { name }),
        message: `The name is easily taken for ${others}.`,
      })),
  },
];
