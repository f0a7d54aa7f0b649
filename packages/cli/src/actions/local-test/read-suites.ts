import { resolve } from 'node:path';
import type { SuiteFile } from '@assay/contract/areas/suite-files/documents';
import { formatOf } from '@assay/suite-file/convert';
import { loadSuiteFile } from '@assay/suite-file/load-suite-file';
import { readText } from '@assay/suite-file/read-text';
import { CommandFailure } from '../../command-failure.ts';
import { exitCodes } from '../../exit-codes.ts';
import { readTextFile } from '../../files.ts';
import type { ReportedFile } from '../../reporters/run-report.ts';
import { suiteFileLines } from '../../runs/suite-file-lines.ts';
import { countOf } from '../../output/count-of.ts';

/** A suite file that has no faults. */
export interface ReadSuite extends ReportedFile {
  content: string;
  file: SuiteFile;
}

/** The hints for files of other tools, which name no servers. */
interface SuiteHints {
  servers: string[] | undefined;
  model: string | undefined;
}

/** Reads suite files of any format. Throws CommandFailure with all faults of all files. */
export async function readSuites(
  folder: string,
  paths: readonly string[],
  { servers, model }: SuiteHints,
): Promise<ReadSuite[]> {
  const faults: string[] = [];
  const suites: ReadSuite[] = [];
  for (const path of paths) {
    const content = await readTextFile(resolve(folder, path));
    const loaded = loadSuiteFile(content, {
      fileName: path,
      ...(servers && isForeign(content) && { servers }),
      ...(model !== undefined && { model }),
    });
    if ('faults' in loaded)
      faults.push(
        ...loaded.faults.map(
          ({ line = 1, column = 1, path: at, message }) => `${path}:${line}:${column}  ${at || '/'} ${message}`,
        ),
      );
    else suites.push({ ...suiteFileLines(path, content), content, file: loaded.file });
  }
  if (faults.length === 0) return suites;
  const counted = countOf(faults.length, 'fault');
  const files = paths.length === 1 ? paths[0]! : `${paths.length} suite files`;
  throw new CommandFailure(exitCodes.failed, `${files} has ${counted}. Nothing was run.`, faults);
}

/** Whether a file is of another tool, so that it may name no server. */
function isForeign(content: string): boolean {
  const read = readText(content);
  return 'text' in read && formatOf(read.text.value) !== 'assay';
}
