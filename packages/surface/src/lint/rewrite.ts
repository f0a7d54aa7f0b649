import { isObject } from '@assay/contract/json';
import type { LintFinding, LintRewrite, PatchOperation } from '@assay/contract/areas/diagnosis/lint';
import type { Surface } from '@assay/contract/areas/surfaces/documents';
import { SURFACE_LISTS, type ListName } from '../canonical.ts';
import { asText, textOf, type JsonObject } from '../json.ts';
import { tokensIn } from './catalogue-cost.ts';
import { describedParameter } from './described-parameter.ts';
import { trimmedText } from './rule.ts';
import { doesDestroy, doesRead } from './rules/annotations.ts';

interface Place {
  item: JsonObject;
  /** The path of the finding, and the value there. */
  path: string;
  value: unknown;
}
type Rewriter = (place: Place) => { patch: PatchOperation[]; blanks?: string[] } | undefined;

/** The words of a name, the first one with a capital letter: `refund_order` is `Refund order`. */
export function namedInWords(name: string): string {
  const words = name
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replaceAll(/[_\-.\s]+/g, ' ')
    .trim()
    .toLowerCase();
  return words === '' ? words : words[0]!.toUpperCase() + words.slice(1);
}

/** A text with blanks under a key of the item. */
const texted =
  (key: string, textFor: (place: Place) => string): Rewriter =>
  (place) => {
    const at = `${place.path}/${key}`;
    const isThere = isObject(place.value) && key in place.value;
    return {
      patch: [{ op: isThere ? 'replace' : 'add', path: at, value: textFor(place) }],
      blanks: [at],
    };
  };

const toolDescription = texted(
  'description',
  ({ item }) => `${namedInWords(asText(item['name']))}. Use this when ‹who needs what›. Answers ‹what comes back›.`,
);
const itemDescription = (text: string) => texted('description', () => text);

const REWRITERS: Record<string, Rewriter> = {
  'parameter-description-missing': ({ path, value }) => ({
    patch: [
      {
        op: isObject(value) && 'description' in value ? 'replace' : 'add',
        path: `${path}/description`,
        value: describedParameter(path, value),
      },
    ],
    blanks: [`${path}/description`],
  }),
  'tool-description-missing': toolDescription,
  'tool-description-short': toolDescription,
  'tool-description-is-name': toolDescription,
  'tool-description-placeholder': toolDescription,
  'tool-description-without-use': texted(
    'description',
    ({ item }) => `${trimmedText(item['description']).replace(/[^.!?]$/, '$&.')} Use this when ‹who needs what›.`,
  ),
  'tool-title-missing': ({ item }) => ({
    patch: [{ op: 'add', path: '/title', value: namedInWords(asText(item['name'])) }],
  }),
  'annotations-missing': ({ item }) => {
    const hints = doesRead(item) ? { readOnlyHint: true } : { readOnlyHint: false, destructiveHint: doesDestroy(item) };
    return isObject(item['annotations'])
      ? { patch: Object.entries(hints).map(([hint, value]) => ({ op: 'add', path: `/annotations/${hint}`, value })) }
      : { patch: [{ op: 'add', path: '/annotations', value: hints }] };
  },
  'annotations-contradictory': () => ({ patch: [{ op: 'remove', path: '/annotations/destructiveHint' }] }),
  'annotations-ill-typed': ({ path, value }) => ({
    patch:
      value === 'true' || value === 'false'
        ? [{ op: 'replace', path, value: value === 'true' }]
        : [{ op: 'remove', path }],
  }),
  'annotations-against-name': ({ path, value }) => ({ patch: [{ op: 'replace', path, value: value !== true }] }),
  'input-schema-missing': () => ({
    patch: [{ op: 'add', path: '/inputSchema', value: { type: 'object', additionalProperties: false } }],
  }),
  'input-schema-not-object': ({ value }) => ({
    patch: [{ op: isObject(value) && 'type' in value ? 'replace' : 'add', path: '/inputSchema/type', value: 'object' }],
  }),
  'prompt-description-missing': itemDescription('‹What the prompt is for.›'),
  'prompt-argument-undescribed': itemDescription('‹What a person enters here, with an example.›'),
  'resource-description-missing': itemDescription('‹What is found there, and when to read it.›'),
  'resource-template-description-missing': itemDescription(
    '‹What is found there, and what each part of the address is.›',
  ),
};

const LIST_OF: Partial<Record<LintFinding['location']['kind'], ListName>> = {
  tool: 'tools',
  resource: 'resources',
  resourceTemplate: 'resourceTemplates',
  prompt: 'prompts',
};

/** Finds items of a surface by kind and name. */
export function itemFinder(surface: Surface): (location: LintFinding['location']) => JsonObject | undefined {
  const lists = new Map<ListName, Map<string, JsonObject>>();
  return ({ kind, name }) => {
    const list = LIST_OF[kind];
    if (!list) return undefined;
    const known =
      lists.get(list) ??
      new Map(
        (surface[list] as JsonObject[]).map((item) => [asText(item[SURFACE_LISTS[list]]), item]).reverse() as [
          string,
          JsonObject,
        ][],
      );
    lists.set(list, known);
    return known.get(name);
  };
}

/** The smallest change of an item after which it no longer breaks a rule; undefined where only its owner knows one. */
export function rewriteOf(ruleId: string, path: string, item: JsonObject | undefined): LintRewrite | undefined {
  const rewriter = REWRITERS[ruleId];
  if (!rewriter || !item) return undefined;
  const made = rewriter({ item, path, value: valueAt(item, path) });
  if (!made) return undefined;
  const { patch, blanks = [] } = made;
  const more = patch.reduce((sum, { value, path: at }) => sum + sizeOf(value) - sizeOf(valueAt(item, at)), 0);
  return { patch, blanks, tokens: Math.max(0, more) };
}

const sizeOf = (value: unknown): number => (value === undefined ? 0 : tokensIn(textOf(value)));

/** The value at a JSON Pointer; undefined when there is none. */
function valueAt(document: unknown, pointer: string): unknown {
  let value = document;
  for (const key of pointer.split('/').slice(1)) {
    const name = key.replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(value)) value = value[Number(name)];
    else if (isObject(value) && Object.hasOwn(value, name)) value = value[name];
    else return undefined;
  }
  return value;
}
