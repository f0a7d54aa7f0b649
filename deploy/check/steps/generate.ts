import { createHash } from 'node:crypto';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { failedOutcome, passedOutcome, repositoryRoot, runProgram, type CheckStep } from '../step.ts';

const GENERATED = [
  'proto/src/gen/**/*.*',
  'proto/assay/v1/operations.proto',
  'services/*/src/rpc/operations.gen.ts',
  'packages/sdk/src/gen/*.ts',
  'packages/study-page/src/gen/*.ts',
  'gateway/openapi.json',
  'docs/cli.md',
  'docs/metrics.md',
  'docs/settings.md',
];

/** Generates every file again, in place, and compares: the committed files must equal the generated ones. */
export const generateStep: CheckStep = {
  name: 'generate',
  run: async () => {
    const before = await hashes();
    const { ok, output } = await runProgram('npm', ['run', '--silent', 'generate']);
    if (!ok) return failedOutcome(output);
    const after = await hashes();
    const stale = [...new Set([...before.keys(), ...after.keys()])].filter(
      (path) => before.get(path) !== after.get(path),
    );
    return stale.length
      ? failedOutcome(`These were stale and were generated again; commit them:\n${stale.join('\n')}`)
      : passedOutcome;
  },
};

async function hashes(): Promise<Map<string, string>> {
  const paths = await Array.fromAsync(glob(GENERATED, { cwd: repositoryRoot }));
  return new Map(
    await Promise.all(
      paths.map(
        async (path) =>
          [
            path,
            createHash('sha256')
              .update(await readFile(join(repositoryRoot, path)))
              .digest('hex'),
          ] as const,
      ),
    ),
  );
}
