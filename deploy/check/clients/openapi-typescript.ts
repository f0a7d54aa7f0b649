import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { StepOutcome } from '../step.ts';
import { openapiTypescript } from '../tools.ts';
import { compileAll, generateByNpx } from './generate.ts';

/** Generates the types of openapi-typescript from an API, and compiles a file that uses them as a caller would. */
export const checkOpenapiTypescript = (api: string, folder: string): Promise<StepOutcome> =>
  generateByNpx(openapiTypescript, 'openapi-typescript', [api, '-o', join(folder, 'api.ts')], async () => {
    const use = join(folder, 'use.ts');
    await copyFile(join(import.meta.dirname, 'openapi-typescript.ts.txt'), use);
    return compileAll(['tsc', ['--ignoreConfig', '--noEmit', '--strict', '--module', 'nodenext', use]]);
  });
