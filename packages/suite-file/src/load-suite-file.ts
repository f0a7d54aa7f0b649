import type { SuiteFile } from '@assay/contract/areas/suite-files/documents';
import { given } from '@assay/contract/given';
import { isObject } from '@assay/contract/json';
import type { FileFormat, ConversionHints } from './conversion.ts';
import { convertSuite, formatOf } from './convert.ts';
import type { FileFault } from './fault.ts';
import { foreignFileMessage, foreignTextMessage } from './foreign-files.ts';
import { checkText } from './parse-suite-file.ts';
import { readText } from './read-text.ts';

export type LoadedSuite = { format: FileFormat; file: SuiteFile; warnings: string[] } | { faults: FileFault[] };

/** A file of any known format as a suite file, or its faults. Without `format` the content decides. */
export function loadSuiteFile(content: string, hints: ConversionHints = {}, format?: FileFormat): LoadedSuite {
  const foreignText = foreignTextMessage(content);
  if (foreignText !== undefined) return { faults: [{ path: '', message: foreignText }] };
  const read = readText(content);
  if ('faults' in read) return read;
  const { value, at } = read.text;
  const told = format ?? formatOf(value);
  const foreign = told === 'assay' ? foreignFileMessage(value) : undefined;
  if (foreign !== undefined) return { faults: [{ path: '', message: foreign }] };
  if (told !== 'assay') {
    const converted = convertSuite(value, told, hints);
    return 'faults' in converted
      ? { faults: converted.faults.map((fault) => ({ ...fault, ...at(fault.path) })) }
      : { format: told, ...converted };
  }
  const checked = checkText({ value: isObject(value) ? completed(value, hints) : value, at });
  return 'faults' in checked ? checked : { format: told, file: checked.file, warnings: [] };
}

/** Given servers replace the file's; a given model is used where the file names none. */
const completed = (value: Record<string, unknown>, { servers, model }: ConversionHints): Record<string, unknown> => ({
  ...value,
  ...given({ servers }),
  ...(model !== undefined && value.model === undefined && { model }),
});
