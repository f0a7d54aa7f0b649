import { existsSync } from 'node:fs';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  failedOutcome,
  passedOutcome,
  repositoryRoot,
  runProgram,
  skippedOutcome,
  sumOutcomes,
  type CheckStep,
  type StepOutcome,
} from '../step.ts';
import { pythonClient, typescriptClient } from '../tools.ts';

const api = join(repositoryRoot, 'gateway/openapi.json');

/** Generates a TypeScript and a Python client from openapi.json and compiles them. Fetches the generators once. */
export const clientsStep: CheckStep = {
  name: 'clients',
  run: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'assay-clients-'));
    try {
      return sumOutcomes(await Promise.all([checkTypescript(folder), checkPython(folder)]));
    } finally {
      await rm(folder, { recursive: true });
    }
  },
};

async function checkTypescript(folder: string): Promise<StepOutcome> {
  const packages = typescriptClient.flatMap((name) => ['-p', name]);
  // Without a way to the registry npx would try again for minutes.
  const command = ['--yes', '--prefer-offline', '--fetch-retries=0', '--fetch-timeout=20000', ...packages];
  const generator = (...args: string[]) => runProgram('npx', [...command, 'openapi-typescript', ...args]);
  const { ok, output } = await generator(api, '-o', join(folder, 'api.ts'));
  if (!ok)
    return (await generator('--version')).ok
      ? failedOutcome(output)
      : skippedOutcome('openapi-typescript could not be fetched');
  // The file uses the client as a caller would: it does not compile when an assertion has lost its type.
  await copyFile(join(import.meta.dirname, 'client-use.ts.txt'), join(folder, 'use.ts'));
  return inSequence([
    'tsc',
    ['--ignoreConfig', '--noEmit', '--strict', '--module', 'nodenext', join(folder, 'use.ts')],
  ]);
}

async function checkPython(folder: string): Promise<StepOutcome> {
  const { folder: home, requirement } = pythonClient;
  const generator = join(home, 'bin/openapi-python-client');
  if (!existsSync(generator)) {
    const made = await runProgram('python3', ['-m', 'venv', home]).catch(() => undefined);
    const pip = made?.ok && (await runProgram(join(home, 'bin/pip'), ['install', '--quiet', requirement]));
    if (!pip || !pip.ok) return skippedOutcome(`${requirement} could not be installed with Python`);
  }
  const client = join(folder, 'assay_client');
  const { ok, output } = await runProgram(generator, [
    'generate',
    `--path=${api}`,
    `--config=${join(import.meta.dirname, 'python-client.json')}`,
    '--meta=none',
    `--output-path=${client}`,
  ]);
  if (!ok || /Unable to process schema|WARNING parsing/.test(output)) return failedOutcome(output);
  const use = 'from assay_client.models import EvalRun, EvalTestStepAssert; from assay_client import Client';
  return inSequence(
    [join(home, 'bin/python'), ['-m', 'compileall', '-q', client]],
    [join(home, 'bin/python'), ['-c', `import sys; sys.path.insert(0, ${JSON.stringify(folder)}); ${use}`]],
  );
}

/** Runs programs one after another, until one fails. */
async function inSequence(...programs: [string, string[]][]): Promise<StepOutcome> {
  for (const [program, args] of programs) {
    const { ok, output } = await runProgram(program, args);
    if (!ok) return failedOutcome(output);
  }
  return passedOutcome;
}
