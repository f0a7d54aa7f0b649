import type { ChangeCounts, Surface, SurfaceChange } from '@assay/contract/areas/surfaces/documents';
import {
  canonicalSurface,
  SURFACE_LISTS,
  type CanonicalSurface,
  type CanonicalEntry,
  type ListName,
} from '../canonical.ts';
import { compareCodeUnits, jsonPointer, sameJson, type JsonObject } from '../json.ts';
import { quoteText, spellText } from '../quote-text.ts';
import { aboutChanges } from './about-changes.ts';
import { limitChanges, partChange, type ItemChange } from './change.ts';
import { ruleOf } from './item-rules.ts';
import { openBudget, type ComparisonBudget } from './schema/budget.ts';

const KINDS = {
  tools: ['tool', 'Tool'],
  resources: ['resource', 'Resource'],
  resourceTemplates: ['resourceTemplate', 'Resource template'],
  prompts: ['prompt', 'Prompt'],
} as const;

const MAX_CHANGES = 20_000;

/**
 * The changes between two surfaces, graded for callers that were built on the first. Empty exactly when the hashes are
 * equal: another order is not a change.
 */
export function diffSurfaces(base: Surface, head: Surface): SurfaceChange[] {
  const [from, to] = [canonicalSurface(base), canonicalSurface(head)];
  if (from.text === to.text) return [];
  const budget = openBudget();
  const about = aboutChanges(from.about, to.about);
  const lists = (Object.keys(SURFACE_LISTS) as ListName[]).flatMap((list) => listChanges(list, from, to, budget));
  const changes = limitChanges<SurfaceChange>([...lists, ...about], MAX_CHANGES, (grade, count) => ({
    kind: 'server',
    name: 'server',
    path: '',
    change: 'changed',
    grade,
    message: `There are ${count} more ${grade} changes`,
  }));
  return changes.map((change) => ({ ...change, message: `${change.message}.` }));
}

/** The number of changes of each grade. */
export function countChanges(changes: SurfaceChange[]): ChangeCounts {
  const counts = { breaking: 0, additive: 0, cosmetic: 0 };
  for (const { grade } of changes) counts[grade]++;
  return counts;
}

function listChanges(
  list: ListName,
  from: CanonicalSurface,
  to: CanonicalSurface,
  budget: ComparisonBudget,
): SurfaceChange[] {
  const [before, after] = [byName(from.lists[list]), byName(to.lists[list])];
  const [kind, title] = KINDS[list];
  return [...new Set([...before.keys(), ...after.keys()])].sort(compareCodeUnits).flatMap((name) => {
    const changes = sameName(list, before.get(name) ?? [], after.get(name) ?? [], budget);
    return changes.map((change): SurfaceChange => ({
      kind,
      name,
      ...change,
      message: `${title} ${quoteText(name)}${change.path === '' ? ' ' : ': '}${change.message}`,
    }));
  });
}

/** A server may declare a name twice, against the protocol. */
function byName(entries: CanonicalEntry[]): Map<string, CanonicalEntry[]> {
  const grouped = new Map<string, CanonicalEntry[]>();
  for (const entry of entries) {
    const same = grouped.get(entry.name);
    if (same) same.push(entry);
    else grouped.set(entry.name, [entry]);
  }
  return grouped;
}

function sameName(
  list: ListName,
  before: CanonicalEntry[],
  after: CanonicalEntry[],
  budget: ComparisonBudget,
): ItemChange[] {
  const [gone, come] = [without(before, after), without(after, before)];
  const pairs = gone.slice(0, come.length).map((entry, i) => itemChanges(list, entry, come[i]!, budget));
  return [
    ...pairs.flat(),
    ...gone.slice(come.length).map((): ItemChange => ({
      path: '',
      change: 'removed',
      grade: 'breaking',
      message: after.length > 0 ? 'is declared fewer times' : 'is gone',
    })),
    ...come.slice(gone.length).map((): ItemChange => ({
      path: '',
      change: 'added',
      grade: 'additive',
      message: before.length > 0 ? 'is declared more times' : 'is new',
    })),
  ];
}

/** The entries without an equal counterpart among the others. */
function without(entries: CanonicalEntry[], others: CanonicalEntry[]): CanonicalEntry[] {
  const counts = new Map<string, number>();
  for (const { text } of others) counts.set(text, (counts.get(text) ?? 0) + 1);
  return entries.filter(({ text }) => {
    const left = counts.get(text) ?? 0;
    counts.set(text, left - 1);
    return left <= 0;
  });
}

function itemChanges(
  list: ListName,
  { item: from }: CanonicalEntry,
  { item: to }: CanonicalEntry,
  budget: ComparisonBudget,
): ItemChange[] {
  return [...new Set([...Object.keys(from), ...Object.keys(to)])].sort(compareCodeUnits).flatMap((key) => {
    const [before, after] = [own(from, key), own(to, key)];
    if (sameJson(before, after)) return [];
    const changes = ruleOf(list, key)(key, before, after, budget);
    return changes.length > 0
      ? changes
      : [
          partChange(
            jsonPointer('', key),
            'cosmetic',
            before,
            after,
            `${spellText(key)} is worded differently with the same meaning`,
          ),
        ];
  });
}

/** Servers may use names of inherited properties as keys. */
const own = (item: JsonObject, key: string): unknown => (Object.hasOwn(item, key) ? item[key] : undefined);
