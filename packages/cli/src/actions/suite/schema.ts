import { suiteFileSchema } from '@assay/suite-file/suite-file-schema';
import type { schemaInput } from '../../commands/suite.ts';
import type { Action } from '../../declare/command.ts';
import { printJson } from '../../output/print-json.ts';

/** Prints the JSON Schema of suite files, for editors. */
export const printSchema: Action<typeof schemaInput> = async ({ terminal }) =>
  terminal.out(printJson(suiteFileSchema()));
