import { basename, resolve } from 'node:path';
import type { AssayClient } from '@assay/sdk';
import { loadSuiteFile } from '@assay/suite-file/load-suite-file';
import { faultLine } from '../actions/suite/validate.ts';
import type { CommandContext } from '../command-context.ts';
import { CommandFailure } from '../command-failure.ts';
import { exitCodes } from '../exit-codes.ts';
import { readTextFile } from '../files.ts';
import { visibleText } from '../output/visible-text.ts';
import { countOf } from '../output/count-of.ts';

/** A suite of the project that was made equal to a file. */
export interface PushedSuite {
  suiteId: string;
  /** As the caller typed it. */
  path: string;
  content: string;
}

/** Makes the suite of a project equal to a file. Throws CommandFailure with the faults of the file, and writes nothing then. */
export async function pushFile(
  { folder }: CommandContext,
  assay: AssayClient,
  projectId: string,
  path: string,
): Promise<PushedSuite> {
  const content = await readTextFile(resolve(folder, path));
  const loaded = loadSuiteFile(content);
  if ('faults' in loaded && loaded.faults.length > 0) {
    const { faults } = loaded;
    const counted = countOf(faults.length, 'fault');
    throw new CommandFailure(
      exitCodes.failed,
      `${path} has ${counted}. Nothing was pushed.`,
      faults.map((fault) => visibleText(faultLine(path, fault).trimEnd())),
    );
  }
  const { suiteId } = await assay.importEvalSuiteFile({ projectId }, { content, fileName: basename(path) });
  return { suiteId: suiteId!, path, content };
}
