import { createHash } from 'node:crypto';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { nouns } from '@assay/cli/commands/nouns';
import { optionsOf, type Command } from '@assay/cli/declare/command';
import { typedName } from '@assay/cli/declare/options';
import { exitCodes } from '@assay/cli/exit-codes';
import { suiteFileSchema } from '@assay/suite-file/suite-file-schema';
import { repositoryRoot } from '../step.ts';
import type { ApiDocument } from './api-changes.ts';

/** A command as people and scripts type it. */
export interface CommandSurface {
  /** Its arguments in order, each with its kind. */
  arguments: [name: string, kind: string][];
  /** Its options as they are typed, each with its kind, and the values of a choice. */
  options: Record<string, { kind: string; values?: readonly string[] }>;
  /** Whether it prints text, a document, a list or a verdict. */
  prints: string;
}

/** Everything that others build on. */
export interface PublicSurface {
  api: ApiDocument;
  /** JSON schemas of files that people write, by what they are of. */
  schemas: Record<string, object>;
  commands: Record<string, CommandSurface>;
  exitCodes: Record<string, number>;
  /** The names that the SDK exports; its methods are the operations of the API. */
  sdk: string[];
  /** The hash of every migration, by its path in the repository. */
  migrations: Record<string, string>;
}

const read = (path: string): Promise<string> => readFile(join(repositoryRoot, path), 'utf8');

/** The public surface of this working tree. */
export async function publicSurface(): Promise<PublicSurface> {
  return {
    api: JSON.parse(await read('gateway/openapi.json')) as ApiDocument,
    schemas: {
      'suite files': suiteFileSchema(),
      'values of the chart': JSON.parse(await read('deploy/chart/values.schema.json')) as object,
    },
    commands: await commandSurfaces(),
    exitCodes,
    sdk: await sdkNames(),
    migrations: await migrationHashes(),
  };
}

async function commandSurfaces(): Promise<Record<string, CommandSurface>> {
  const commands: Command[] = [];
  for (const noun of Object.values(nouns)) commands.push(...(await noun.load()));
  return Object.fromEntries(commands.map((command) => [command.words, surfaceOf(command)]));
}

function surfaceOf(command: Command): CommandSurface {
  const { own, common } = optionsOf(command);
  const options = Object.entries({ ...common, ...own }).map(([name, option]) => [
    typedName(name),
    { kind: option.kind, ...('values' in option && { values: option.values }) },
  ]);
  return {
    arguments: Object.entries(command.input.arguments).map(([name, { kind }]) => [name, kind]),
    options: Object.fromEntries(options) as CommandSurface['options'],
    prints: command.input.prints,
  };
}

const EXPORTED = /^export (?:type )?\{([^}]*)\}/gm;
const DECLARED = /^export (?:interface|type) (\w+)/gm;

/** The names of the SDK's entry, and the documents that it exports all of. */
async function sdkNames(): Promise<string[]> {
  const entry = await read('packages/sdk/src/sdk.ts');
  const listed = [...entry.matchAll(EXPORTED)].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.trim().replace(/^type /, '')),
  );
  const documents = [...(await read('packages/sdk/src/gen/documents.ts')).matchAll(DECLARED)].map(([, name]) => name!);
  return [...new Set([...listed, ...documents])].filter((name) => name !== '').sort();
}

/** The hash of every file of migrations, by its path in the repository. */
export async function migrationHashes(): Promise<Record<string, string>> {
  const files = await Array.fromAsync(glob('{packages,services}/*/*migrations/*.sql', { cwd: repositoryRoot }));
  const hashed = files.toSorted().map(async (file): Promise<[string, string]> => {
    return [
      file,
      createHash('sha256')
        .update(await read(file))
        .digest('hex'),
    ];
  });
  return Object.fromEntries(await Promise.all(hashed));
}
