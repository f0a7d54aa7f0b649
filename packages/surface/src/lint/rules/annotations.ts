import { isObject } from '@assay/contract/json';
import { asText, type JsonObject } from '../../json.ts';
import { checkEachItem, specificationUrl, messageIf, type LintRule } from '../rule.ts';

const HELP = specificationUrl('server/tools#tool');
const CHANGES =
  /^(?:add|append|archive|assign|cancel|clear|create|delete|destroy|disable|drop|edit|enable|erase|execute|insert|kill|merge|move|patch|post|publish|purge|put|remove|rename|replace|reset|restore|revoke|send|set|stop|terminate|truncate|uninstall|update|upload|upsert|wipe|write)$/;
const DESTROYS = /^(?:delete|destroy|drop|erase|kill|purge|remove|revoke|terminate|truncate|uninstall|wipe)$/;

const hintsOf = ({ annotations }: JsonObject): JsonObject => (isObject(annotations) ? annotations : {});
const wordsOf = ({ name }: JsonObject): string[] =>
  asText(name)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter(Boolean);
const READS = /^(?:check|describe|fetch|find|get|list|query|read|search|view)$/;
const BULK = /^(?:all|batch|bulk|force|hard|mass|multi|soft)$/;

/**
 * The verb of a tool's name: its first word, or its last one when the name begins with the object. No verb when the
 * first word means reading.
 */
function verbIn(tool: JsonObject, verbs: RegExp): string | undefined {
  const all = wordsOf(tool);
  const words = all.slice(
    Math.max(
      0,
      all.findIndex((word) => !BULK.test(word)),
    ),
  );
  if (READS.test(words[0] ?? '')) return undefined;
  return [words[0], words.at(-1)].find((word) => word !== undefined && verbs.test(word));
}

/** Whether the name of a tool says that it only reads. */
export const doesRead = (tool: JsonObject): boolean => READS.test(wordsOf(tool)[0] ?? '');
/** Whether the name of a tool says that it destroys. */
export const doesDestroy = (tool: JsonObject): boolean => verbIn(tool, DESTROYS) !== undefined;

export const annotationRules: LintRule[] = [
  {
    id: 'annotations-missing',
    severity: 'warning',
    helpUrl: HELP,
    costs: 'clients ask a person before each call',
    asks: 'Every tool says whether it only reads, and if not, whether it destroys.',
    fix: 'Set `annotations.readOnlyHint`, and `destructiveHint` where that is false. Without them clients must take the tool for a destructive one.',
    check: checkEachItem('tools', (tool) => {
      const { readOnlyHint, destructiveHint } = hintsOf(tool);
      if (typeof readOnlyHint !== 'boolean')
        return messageIf(typeof destructiveHint !== 'boolean', 'It does not say whether it only reads.');
      return messageIf(!readOnlyHint && typeof destructiveHint !== 'boolean', {
        path: '/annotations',
        message: 'It does not only read, and does not say whether it destroys.',
      });
    }),
  },
  {
    id: 'annotations-contradictory',
    severity: 'warning',
    helpUrl: HELP,
    costs: 'clients choose one of the two',
    asks: 'A tool that only reads is not destructive.',
    fix: 'Remove one of the two hints.',
    check: checkEachItem('tools', (tool) =>
      messageIf(hintsOf(tool)['readOnlyHint'] === true && hintsOf(tool)['destructiveHint'] === true, {
        path: '/annotations',
        message: 'It says that it only reads and that it destroys.',
      }),
    ),
  },
  {
    id: 'annotations-ill-typed',
    severity: 'error',
    helpUrl: HELP,
    costs: 'some clients refuse the whole list',
    asks: 'Hints are true or false.',
    fix: 'Use a boolean.',
    check: checkEachItem('tools', (tool) =>
      ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint']
        .filter((hint) => hintsOf(tool)[hint] !== undefined && typeof hintsOf(tool)[hint] !== 'boolean')
        .map((hint) => ({ path: `/annotations/${hint}`, message: `${hint} is neither true nor false.` })),
    ),
  },
  {
    id: 'annotations-against-name',
    severity: 'warning',
    costs: 'clients ask too often, or not at all',
    asks: "A tool's name agrees with its hints.",
    fix: 'Correct the hint, or the name.',
    check: checkEachItem('tools', (tool) => {
      const { readOnlyHint, destructiveHint } = hintsOf(tool);
      const [changes, destroys] = [verbIn(tool, CHANGES), verbIn(tool, DESTROYS)];
      if (readOnlyHint === true)
        return messageIf(changes !== undefined, {
          path: '/annotations/readOnlyHint',
          message: `It is called "${changes}" and says that it only reads.`,
        });
      return messageIf(destroys !== undefined && destructiveHint === false, {
        path: '/annotations/destructiveHint',
        message: `It is called "${destroys}" and says that it does not destroy.`,
      });
    }),
  },
];
