import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { StepOutcome } from '../step.ts';
import { heyApi } from '../tools.ts';
import { compileAll, generateByNpx } from './generate.ts';

/** The generated modules import each other without file extensions, as a bundler resolves them. */
const BUNDLED = ['--module', 'esnext', '--moduleResolution', 'bundler', '--lib', 'esnext,dom,dom.iterable'];

/** Generates a client with @hey-api/openapi-ts from an API, and compiles it with a file that uses it. */
export const checkHeyApi = (api: string, folder: string): Promise<StepOutcome> =>
  generateByNpx(heyApi, 'openapi-ts', ['-i', api, '-o', join(folder, 'client'), '--silent'], async () => {
    const use = join(folder, 'use.ts');
    await copyFile(join(import.meta.dirname, 'hey-api.ts.txt'), use);
    return compileAll(['tsc', ['--ignoreConfig', '--noEmit', '--strict', '--skipLibCheck', ...BUNDLED, use]]);
  });
