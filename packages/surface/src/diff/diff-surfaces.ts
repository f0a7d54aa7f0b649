import type { ChangeCounts, Surface, SurfaceChange } from '@assay/contract/documents/surface';
import { canonicalSurface, LISTS, type CanonicalSurface, type Entry, type ListName } from '../canonical.ts';
import { inOrder, sameJson } from '../json.ts';
import { quoted } from '../quoted.ts';
import { aboutChanges } from './about-changes.ts';
import { partChange, type ItemChange } from './change.ts';
import { ruleOf } from './item-rules.ts';

const KINDS = { tools: ['tool', 'Tool'], resources: ['resource', 'Resource'], resourceTemplates: ['resourceTemplate', 'Resource template'], prompts: ['prompt', 'Prompt'] } as const;

/**
 * What changed between two surfaces, graded for those who built on the first. Empty exactly where both have one hash: that
 * something stands in another order is no change.
 */
export function diffSurfaces(base: Surface, head: Surface): SurfaceChange[] {
  const [from, to] = [canonicalSurface(base), canonicalSurface(head)];
  if (from.text === to.text) return [];
  const about = aboutChanges(from.about, to.about);
  const lists = (Object.keys(LISTS) as ListName[]).flatMap((list) => listChanges(list, from, to));
  return [...lists, ...about].map((change) => ({ ...change, message: `${change.message}.` }));
}

/** How many changes there are of each grade. */
export function countChanges(changes: SurfaceChange[]): ChangeCounts {
  const counts = { breaking: 0, additive: 0, cosmetic: 0 };
  for (const { grade } of changes) counts[grade]++;
  return counts;
}

function listChanges(list: ListName, from: CanonicalSurface, to: CanonicalSurface): SurfaceChange[] {
  const [before, after] = [byName(from.lists[list]), byName(to.lists[list])];
  const [kind, title] = KINDS[list];
  return [...new Set([...before.keys(), ...after.keys()])].sort(inOrder).flatMap((name) => {
    const changes = sameName(list, before.get(name) ?? [], after.get(name) ?? []);
    return changes.map((change): SurfaceChange => ({ kind, name, ...change, message: `${title} ${quoted(name)}${change.path === '' ? ' ' : ': '}${change.message}` }));
  });
}

/** A server may declare a name twice, though it should not. */
function byName(entries: Entry[]): Map<string, Entry[]> {
  const grouped = new Map<string, Entry[]>();
  for (const entry of entries) {
    const same = grouped.get(entry.name);
    if (same) same.push(entry);
    else grouped.set(entry.name, [entry]);
  }
  return grouped;
}

function sameName(list: ListName, before: Entry[], after: Entry[]): ItemChange[] {
  const [gone, come] = [without(before, after), without(after, before)];
  const pairs = gone.slice(0, come.length).map((entry, i) => itemChanges(list, entry, come[i]!));
  return [
    ...pairs.flat(),
    ...gone.slice(come.length).map((): ItemChange => ({ path: '', change: 'removed', grade: 'breaking', message: after.length > 0 ? 'is declared fewer times' : 'is gone' })),
    ...come.slice(gone.length).map((): ItemChange => ({ path: '', change: 'added', grade: 'additive', message: before.length > 0 ? 'is declared more times' : 'is new' })),
  ];
}

/** The entries that have no counterpart of their own among the others. */
function without(entries: Entry[], others: Entry[]): Entry[] {
  const counts = new Map<string, number>();
  for (const { text } of others) counts.set(text, (counts.get(text) ?? 0) + 1);
  return entries.filter(({ text }) => {
    const left = counts.get(text) ?? 0;
    counts.set(text, left - 1);
    return left <= 0;
  });
}

function itemChanges(list: ListName, { item: from }: Entry, { item: to }: Entry): ItemChange[] {
  return [...new Set([...Object.keys(from), ...Object.keys(to)])].sort(inOrder).filter((key) => !sameJson(from[key], to[key])).flatMap((key) => {
    const changes = ruleOf(list, key)(key, from[key], to[key]);
    return changes.length > 0 ? changes : [partChange(`/${key}`, 'cosmetic', from[key], to[key], `${key} says the same in other words`)];
  });
}
