import { suiteFileSchema } from '@assay/suite-file/suite-file-schema';
import { EXIT, type ExitCode, type Streams } from './command.ts';

/** The JSON Schema of suite files, for editors. */
export async function printSchema(_args: string[], { out }: Streams): Promise<ExitCode> {
  out(`${JSON.stringify(suiteFileSchema(), null, 2)}\n`);
  return EXIT.ok;
}
