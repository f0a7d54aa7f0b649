import { hash } from 'node:crypto';
import type { ToolOverride } from '@assay/contract/areas/catalogue-labs/documents';
import type { ConfusedPair, LabVariant } from '@assay/contract/areas/catalogue-labs/report';
import { given } from '@assay/contract/given';
import { isObject } from '@assay/contract/json';
import type { Fault } from '@assay/contract/fault';
import type { LabSpec, TrialPlace } from './lab.ts';

/** The part of a declaration that models are told. */
export interface Declaration {
  name: string;
  description?: string | undefined;
  inputSchema: Record<string, unknown>;
}

/** A tool that trials can offer. */
export interface LabTool {
  from: Exclude<ConfusedPair['calledToolFrom'], 'unknown'>;
  declaration: Declaration;
  /** With the overrides; absent for a tool without any. */
  changed?: Declaration | undefined;
}

/** At most this long is an offered description, in characters: a longer one is cut, and so told. */
const MAX_DESCRIPTION = 8_000;
/** At most this long is an offered schema, in characters of JSON; a longer one is left out. */
const MAX_SCHEMA = 16_000;
const MAX_NAME = 200;
/** At most this many tools of the server itself, and of other servers of the project. */
const MAX_OWN = 500;
const MAX_PROJECT = 300;

/** The tools of a lab, with the facts about them that readers are told. */
export interface LabCatalogue {
  tools: LabTool[];
  facts: Omit<LabSpec['catalogue'], 'toolsFrom'>;
}

/** The declarations that a catalogue is made of. */
export interface CatalogueSources {
  own: readonly Record<string, unknown>[];
  project: readonly Record<string, unknown>[];
  builtIn: readonly Declaration[];
}

/**
 * The tools that trials can offer: every tool of the server, then distractors without a name that the server or an
 * override has, in any spelling of case and separators. Tools that tasks expect are never left out.
 */
export function labCatalogue(
  { own, project, builtIn }: CatalogueSources,
  overrides: readonly ToolOverride[],
  expected: ReadonlySet<string>,
): LabCatalogue {
  const clipped: string[] = [];
  const taken = new Set<string>();
  const byName = new Map(overrides.map((override) => [override.toolName, override]));
  const asTool = (from: LabTool['from'], declared: Record<string, unknown>): LabTool => {
    const { declaration, isClipped } = boundedDeclaration(declared);
    if (isClipped) clipped.push(declaration.name);
    const override = from === 'server' ? byName.get(declaration.name) : undefined;
    return { from, declaration, ...(override && { changed: changedDeclaration(declaration, override) }) };
  };
  const usable = uniqueByName(own);
  const wanted = ({ name }: Record<string, unknown>) => expected.has(String(name)) || byName.has(String(name));
  const kept = [...usable.filter(wanted), ...usable.filter((tool) => !wanted(tool))].slice(0, MAX_OWN);
  const ownTools = kept.map((tool) => asTool('server', tool));
  for (const { declaration, changed } of ownTools) {
    taken.add(folded(declaration.name));
    if (changed) taken.add(folded(changed.name));
  }
  const distractors = (from: LabTool['from'], all: readonly Record<string, unknown>[], most: number): LabTool[] => {
    const free = uniqueByName(all).filter(({ name }) => !taken.has(folded(String(name))));
    const some = free.slice(0, most);
    for (const { name } of some) taken.add(folded(String(name)));
    return some.map((tool) => asTool(from, tool));
  };
  const projectTools = distractors('project', project, MAX_PROJECT);
  const madeUp = distractors('builtIn', builtIn as unknown as Record<string, unknown>[], builtIn.length);
  return {
    tools: [...ownTools, ...projectTools, ...madeUp],
    facts: {
      ownTools: ownTools.length,
      projectDistractors: projectTools.length,
      builtInDistractors: madeUp.length,
      leftOut: own.length + project.length + builtIn.length - ownTools.length - projectTools.length - madeUp.length,
      clipped: clipped.slice(0, 100),
    },
  };
}

/** A name without case and separators: names that differ in nothing else are too alike to be told apart. */
const folded = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

function uniqueByName(tools: readonly Record<string, unknown>[]): Record<string, unknown>[] {
  const usable = tools.filter(({ name }) => typeof name === 'string' && name !== '' && name.length <= MAX_NAME);
  return [...new Map(usable.toReversed().map((tool) => [tool.name, tool])).values()].reverse();
}

function boundedDeclaration({ name, description, inputSchema }: Record<string, unknown>): {
  declaration: Declaration;
  isClipped: boolean;
} {
  const [text, schema] = [typeof description === 'string' ? description : '', isObject(inputSchema) ? inputSchema : {}];
  const [isLong, isLarge] = [text.length > MAX_DESCRIPTION, JSON.stringify(schema).length > MAX_SCHEMA];
  return {
    declaration: {
      name: String(name),
      ...(text !== '' && { description: isLong ? `${text.slice(0, MAX_DESCRIPTION - 1).toWellFormed()}…` : text }),
      inputSchema: isLarge ? { type: 'object' } : schema,
    },
    isClipped: isLong || isLarge,
  };
}

const changedDeclaration = (declared: Declaration, { name, description }: ToolOverride): Declaration => ({
  ...declared,
  ...given({ name, description }),
});

/** The first override that cannot be: it changes nothing, names no tool, names one twice, or takes another tool's name. */
export function overrideFault(
  overrides: readonly ToolOverride[],
  own: readonly Record<string, unknown>[],
): Fault | undefined {
  const names = new Set(own.map(({ name }) => String(name)));
  const changed = new Map<string, string>();
  for (const [i, { toolName, name = toolName, description }] of overrides.entries()) {
    const path = `/overrides/${i}/toolName`;
    if (name === toolName && description === undefined)
      return { path: `/overrides/${i}`, message: 'changes nothing: it needs a new name or a description' };
    if (!names.has(toolName)) return { path, message: 'names no tool of the server' };
    if (changed.has(toolName)) return { path, message: 'names a tool that an earlier override names' };
    changed.set(toolName, name);
  }
  const holders = Map.groupBy(names, (name) => changed.get(name) ?? name);
  const i = overrides.findIndex(({ name }) => name !== undefined && holders.get(name)!.length > 1);
  return i === -1 ? undefined : { path: `/overrides/${i}/name`, message: 'is the name of another tool of the server' };
}

/** The order of things by a seed: each gets a place that the others do not change. */
const ranked = (places: readonly number[], salt: string): number[] =>
  places
    .map((place) => ({ place, rank: hash('sha256', `${salt} ${place}`) }))
    .toSorted((a, b) => (a.rank < b.rank ? -1 : 1))
    .map(({ place }) => place);

const SOURCES = ['server', 'project', 'builtIn'] as const;

/**
 * The places of the tools that a trial offers, in their order. The expected tool is always among them; the others are
 * tools of the server, then of the project, then made-up ones. A smaller offer is a part of a larger one, and the offer
 * does not depend on the variant, so that all differences between trials of a task are of what is measured.
 */
export function offeredPlaces(
  tools: readonly LabTool[],
  expected: number,
  { seed }: Pick<LabSpec, 'seed'>,
  { task, repetition, size }: Omit<TrialPlace, 'variant'>,
): number[] {
  const others: number[] = [];
  for (const source of SOURCES) {
    if (others.length >= size - 1) break;
    const places = tools.flatMap(({ from }, i) => (from === source && i !== expected ? [i] : []));
    others.push(...ranked(places, `${seed} choice ${task}`));
  }
  return ranked([expected, ...others.slice(0, size - 1)], `${seed} order ${task} ${repetition}`);
}

/** The place of a tool by the name that its server declares. */
export const placeOfTool = (tools: readonly LabTool[], name: string): number =>
  tools.findIndex(({ from, declaration }) => from === 'server' && declaration.name === name);

/** The declaration of a tool in a variant. */
export const declarationIn = ({ declaration, changed }: LabTool, variant: LabVariant): Declaration =>
  variant === 'new' ? (changed ?? declaration) : declaration;

/** The places of all tools by their names in a variant. */
export const placesByName = (tools: readonly LabTool[], variant: LabVariant): Map<string, number> =>
  new Map(tools.map((tool, place) => [declarationIn(tool, variant).name, place]));
