import { judgedPart } from '../judged-part.ts';
import { tokensOf } from '../catalogue-cost.ts';
import { checkEachItem, checkServer, specificationUrl, trimmedText, messageIf, type LintRule } from '../rule.ts';

const MANY_TOOLS = 40;
const LARGE_CATALOG = 20_000;
const LARGE_TOOL = 2_500;
const LONG_INSTRUCTIONS = 8_000;
const OLDEST_REVISION = '2025-06-18';
export const catalogRules: LintRule[] = [
  {
    id: 'catalog-many-tools',
    severity: 'warning',
    ofWhole: true,
    costs: 'models choose worse',
    asks: `A server offers at most ${MANY_TOOLS} tools at once.`,
    fix: 'Merge tools that differ by a parameter, or split the server: models choose worse among many tools.',
    check: checkServer(({ surface: { tools } }) =>
      messageIf(tools.length > MANY_TOOLS, `It offers ${tools.length} tools.`),
    ),
  },
  {
    id: 'catalog-large',
    severity: 'warning',
    ofWhole: true,
    costs: 'tokens of every request, and worse choices',
    asks: `The declarations of all tools take at most about ${LARGE_CATALOG} tokens.`,
    fix: 'Shorten descriptions and schemas: they are sent to the model with every request.',
    check: checkServer(({ surface: { tools } }) => {
      const tokens = tools.reduce((sum, tool) => sum + tokensOf(tool), 0);
      return messageIf(
        tokens > LARGE_CATALOG,
        `The declarations of its ${tools.length} tools take about ${tokens} tokens.`,
      );
    }),
  },
  {
    id: 'catalog-partly-judged',
    severity: 'warning',
    ofWhole: true,
    costs: 'the rest was not looked at',
    asks: 'A server offers no more than can be judged at once.',
    fix: 'Split the server; no rule for single items looked at the entries that were left out.',
    check: checkServer(({ surface }) =>
      judgedPart(surface).cuts.map(({ list, judged, of }) => ({
        path: `/${list}`,
        message: `Only the first ${judged} of ${of} entries of ${list} were judged.`,
      })),
    ),
  },
  {
    id: 'tool-large',
    severity: 'warning',
    costs: 'tokens of every request',
    asks: `The declaration of a tool takes at most about ${LARGE_TOOL} tokens.`,
    fix: 'Shorten the description and the schema, or split the tool.',
    check: checkEachItem('tools', (tool) => {
      const tokens = tokensOf(tool);
      return messageIf(tokens > LARGE_TOOL, `Its declaration takes about ${tokens} tokens.`);
    }),
  },
  {
    id: 'instructions-missing',
    severity: 'note',
    helpUrl: specificationUrl('basic/lifecycle#initialization'),
    costs: 'models see tools, not how they belong together',
    asks: 'A server says how its tools are used together.',
    fix: 'Set `instructions` to a few sentences.',
    check: checkServer(({ surface: { instructions, tools } }) =>
      messageIf(tools.length > 1 && trimmedText(instructions) === '', 'It gives no instructions.'),
    ),
  },
  {
    id: 'instructions-long',
    severity: 'warning',
    costs: 'tokens of every request',
    asks: `Instructions have at most ${LONG_INSTRUCTIONS} characters.`,
    fix: 'Keep what every conversation needs; put the rest into resources or prompts.',
    check: checkServer(({ surface: { instructions } }) =>
      messageIf(trimmedText(instructions).length > LONG_INSTRUCTIONS, {
        path: '/instructions',
        message: `Its instructions have ${trimmedText(instructions).length} characters.`,
      }),
    ),
  },
  {
    id: 'server-info-missing',
    severity: 'note',
    helpUrl: specificationUrl('basic/lifecycle#initialization'),
    costs: 'changes cannot be told from a new server',
    asks: 'A server says its name and version.',
    fix: 'Set `serverInfo`.',
    check: checkServer(({ surface: { serverInfo } }) =>
      messageIf(
        trimmedText(serverInfo?.['name']) === '' || trimmedText(serverInfo?.['version']) === '',
        'It does not say its name and version.',
      ),
    ),
  },
  {
    id: 'protocol-revision-old',
    severity: 'warning',
    costs: 'newer features and fixes are missing',
    asks: `A server speaks revision ${OLDEST_REVISION} of the protocol or a newer one.`,
    fix: 'Update the SDK that the server is built with.',
    check: checkServer(({ surface: { protocolVersion } }) =>
      messageIf(
        protocolVersion !== undefined && /^\d{4}-\d\d-\d\d$/.test(protocolVersion) && protocolVersion < OLDEST_REVISION,
        { path: '/protocolVersion', message: `It speaks revision ${protocolVersion}.` },
      ),
    ),
  },
];
