import { cp, glob } from 'node:fs/promises';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** Files that modules read at run time and esbuild does not find by following imports. */
const FILES = [
  'packages/kit/{migrations,bus-migrations}/*.sql',
  'packages/findings/{insights,findings}-migrations/*.sql',
  'packages/transcripts/migrations/*.sql',
  'packages/work/migrations/*.sql',
  'services/*/{migrations,audit-migrations}/*.sql',
  'proto/src/gen/descriptors.binpb',
  'node_modules/grpc-health-check/proto/**/*.proto',
  'node_modules/@grpc/reflection/build/proto/grpc/**/*.proto',
  'node_modules/@fontsource-variable/{ibm-plex-sans,jetbrains-mono}/{package.json,LICENSE,files/*-latin-wght-normal.woff2}',
];

/**
 * Copies the files that bundled modules read, and `more`, to their places of the repository below the folder `out`.
 * @returns their paths in the repository.
 */
export async function copyRunTimeFiles(out: string, more: string[] = []): Promise<string[]> {
  const files = await Array.fromAsync(glob([...FILES, ...more], { cwd: root }));
  for (const file of files) await cp(join(root, file), join(out, file));
  return files;
}
