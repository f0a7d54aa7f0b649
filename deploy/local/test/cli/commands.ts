import { runInProcess, type Ended, type Surroundings } from '../../../../packages/cli/test/support/command.ts';
import type { Api } from '../support/api.ts';
import type { SharedInstallation } from '../support/shared-installation.ts';

/** Runs command lines in the project of the caller; more surroundings come last. */
export type AssayCommand = (words: readonly string[], around?: Surroundings) => Promise<Ended>;

/** The command line of a caller of an installation. */
export const commandsOf =
  ({ url, apiKey }: SharedInstallation, { projectId }: Api): AssayCommand =>
  (words, { env = {}, ...around } = {}) =>
    runInProcess(words, {
      ...around,
      env: { ASSAY_URL: url, ASSAY_API_KEY: apiKey, ASSAY_PROJECT: projectId, ...env },
    });
