import { isObject } from '@assay/contract/json';
import { countText, lineText } from '@assay/grading/words/values';
import type { SuiteView } from './suite-view.ts';

/** A change of one setting, in words. */
export interface WordedChange {
  pointer: string;
  words: string;
}

type Told = (before: unknown, after: unknown) => string[];

/** The changes of a revision in one line, and setting by setting. `before` is undefined for the first revision. */
export function describeRevision(
  changed: readonly string[],
  before: SuiteView | undefined,
  after: SuiteView,
): { words: string; changes: WordedChange[] } {
  if (!before) return { words: 'made', changes: [] };
  const changes = changed.map((pointer) => ({
    pointer,
    words: changeWords(pointer, valueAt(before, pointer), valueAt(after, pointer)),
  }));
  return { words: changes.map(({ words }) => words).join(', and ') || 'nothing that is shown', changes };
}

const changeWords = (pointer: string, before: unknown, after: unknown): string =>
  TOLD[pointer]?.(before, after).join(', ') || fieldWords(pointer, before, after);

/** A field by its name and its value. */
function fieldWords(pointer: string, before: unknown, after: unknown): string {
  const [, ...path] = pointer.split('/');
  const name = path.filter((token) => token !== 'settings' && token !== 'executionConfig').join('.');
  if (isAbsent(after)) return `${name} removed`;
  return isShort(after) ? `${name} set to ${String(after)}` : `${name} ${isAbsent(before) ? 'added' : 'changed'}`;
}

const isAbsent = (value: unknown): boolean => value === undefined || value === null;
const MAX_SHOWN = 60;
const isShort = (value: unknown): boolean =>
  typeof value === 'number' ||
  typeof value === 'boolean' ||
  (typeof value === 'string' && value.length <= MAX_SHOWN && !value.includes('\n'));

const TOLD: Readonly<Record<string, Told>> = {
  '/name': (before, after) => [`renamed from ${String(before)} to ${String(after)}`],
  '/description': (before, after) => [`description ${verbOf(before, after)}`],
  '/tags': byItem('tag', 'added', 'removed'),
  '/environment/servers': byItem('server', 'added', 'removed'),
  '/environmentIds': byItem('environment', 'attached', 'detached'),
  '/hosts': byItem('client', 'attached', 'detached'),
  '/settings/checks': byItem('check', 'added', 'removed'),
  '/settings/gate': (before, after) => {
    if (isAbsent(after)) return ['the gate removed'];
    const rules = Object.keys(after as object).filter((rule) => rule !== 'name' && rule !== 'baseline').length;
    return [`a gate of ${counted(rules, 'rule')} ${isAbsent(before) ? 'added' : 'set'}`];
  },
  '/settings/minimumAccuracy': (_before, after) => [
    isAbsent(after) ? 'the line of the verdict removed' : `the line of the verdict set to ${lineText(Number(after))}`,
  ],
};

const verbOf = (before: unknown, after: unknown): string => {
  if (isAbsent(after)) return 'removed';
  return isAbsent(before) ? 'added' : 'changed';
};

/** Tells how many items of a list came and went; nothing where their order or content alone changed. */
function byItem(noun: string, came: string, went: string): Told {
  return (before, after) => {
    const [was, is] = [textsOf(before), textsOf(after)];
    const [added, removed] = [is.filter((item) => !was.includes(item)), was.filter((item) => !is.includes(item))];
    return [
      ...(added.length > 0 ? [`${counted(added.length, noun)} ${came}`] : []),
      ...(removed.length > 0 ? [`${counted(removed.length, noun)} ${went}`] : []),
    ];
  };
}

const textsOf = (list: unknown): string[] => (Array.isArray(list) ? list.map((item) => JSON.stringify(item)) : []);

const counted = (count: number, noun: string): string => `${countText(count)} ${noun}${count === 1 ? '' : 's'}`;

function valueAt(document: unknown, pointer: string): unknown {
  const tokens = pointer.split('/').slice(1);
  return tokens.reduce<unknown>((value, token) => {
    const key = token.replaceAll('~1', '/').replaceAll('~0', '~');
    return isObject(value) ? value[key] : undefined;
  }, document);
}
