import { existsSync } from 'node:fs';
import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { failedOutcome, runProgram, skippedOutcome, type StepOutcome } from '../step.ts';
import { goClientRuntime, oapiCodegen } from '../tools.ts';
import { compileAll } from './generate.ts';

/**
 * Generates a Go client from an API, and checks its types with a file that uses it. `go vet` checks types as the compiler
 * does and makes no machine code; to compile the 440,000 lines takes five times as long. It needs at least one analyzer.
 */
export async function checkGo(api: string, folder: string): Promise<StepOutcome> {
  if (!existsSync(oapiCodegen.program))
    return skippedOutcome(`install with Go: npm run install-tools -- --slow (${oapiCodegen.program} is missing)`);
  await writeFile(join(folder, 'go.mod'), `module assay.test/client\n\ngo 1.25\n\nrequire ${goClientRuntime}\n`);
  const args = ['-package', 'client', '-generate', 'types,client', '-o', join(folder, 'client.go'), api];
  const { ok, output } = await runProgram(oapiCodegen.program, args);
  if (!ok) return failedOutcome(output);
  await copyFile(join(import.meta.dirname, 'use.go.txt'), join(folder, 'use.go'));
  if (!(await runProgram('go', ['mod', 'tidy'], { cwd: folder })).ok)
    return skippedOutcome(`${goClientRuntime} could not be fetched`);
  return compileAll(['go', ['vet', '-atomic', './...'], folder]);
}
