import { apiChanges, schemaChanges, type ApiDocument } from './api-changes.ts';
import type { CommandSurface, PublicSurface } from './public-surface.ts';

/** The changes that break clients of a release, a line each. */
export function breakingChanges(from: PublicSurface, to: PublicSurface): string[] {
  return [
    ...apiChanges(from.api, to.api),
    ...Object.entries(from.schemas).flatMap(([name, schema]) => fileChanges(name, schema, to.schemas[name])),
    ...Object.entries(from.commands).flatMap(([words, command]) =>
      commandChanges(command, to.commands[words]).map((change) => `assay ${words}: ${change}`),
    ),
    ...Object.entries(from.exitCodes)
      .filter(([name, code]) => to.exitCodes[name] !== code)
      .map(([name, code]) => `the exit code ${code} (${name}) has another number or is gone`),
    ...from.sdk.filter((name) => !to.sdk.includes(name)).map((name) => `the SDK exports no ${name} any more`),
    ...Object.entries(from.migrations)
      .filter(([file, hash]) => to.migrations[file] !== hash)
      .map(([file]) => `${file} ${to.migrations[file] ? 'was edited' : 'is gone'}; write a new migration instead`),
  ];
}

const NO_DOCUMENT: ApiDocument = { paths: {}, components: {} };

/** People write such files, so they are an input. */
const fileChanges = (name: string, from: object, to: object | undefined): string[] =>
  to
    ? schemaChanges('inputSchema', [from, to], [NO_DOCUMENT, NO_DOCUMENT]).map((change) => `${name}: ${change}`)
    : [`${name} have no schema any more`];

/** Kinds of arguments that may take the place of another one: they take all that it takes. */
const WIDER: Record<string, string[]> = {
  one: ['maybe', 'some', 'any'],
  maybe: ['any'],
  some: ['any'],
  any: [],
  rest: [],
};

function commandChanges(from: CommandSurface, to: CommandSurface | undefined): string[] {
  if (!to) return ['is gone'];
  const options = Object.entries(from.options).flatMap(([name, { kind, values = [] }]) => {
    const now = to.options[name];
    if (!now) return [`${name} is gone`];
    if (now.kind !== kind && !(kind === 'text' && now.kind === 'texts'))
      return [`${name} is a ${now.kind}, not a ${kind}`];
    return values
      .filter((value) => now.values && !now.values.includes(value))
      .map((value) => `${name} takes no ${value}`);
  });
  const given = from.arguments.flatMap(([name, kind], i) => {
    const now = to.arguments[i]?.[1];
    return now === kind || WIDER[kind]?.includes(now ?? '')
      ? []
      : [`<${name}> ${now ? `is ${now}, not ${kind}` : 'is gone'}`];
  });
  const needed = to.arguments
    .slice(from.arguments.length)
    .filter(([, kind]) => kind === 'one' || kind === 'some')
    .map(([name]) => `<${name}> is needed now`);
  return [
    ...options,
    ...given,
    ...needed,
    ...(to.prints === from.prints ? [] : [`prints a ${to.prints}, not a ${from.prints}`]),
  ];
}
