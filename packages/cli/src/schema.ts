import { suiteFileSchema } from '@assay/suite-file/suite-file-schema';
import { EXIT_CODES, type ExitCode, type OutputStreams } from './command.ts';

/** Prints the JSON Schema of suite files, for editors. */
export async function printSchema(_args: string[], { out }: OutputStreams): Promise<ExitCode> {
  out(`${JSON.stringify(suiteFileSchema(), null, 2)}\n`);
  return EXIT_CODES.ok;
}
