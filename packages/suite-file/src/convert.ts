import { isObject } from '@assay/contract/json';
import { suiteFileFaults } from './check-suite-file.ts';
import { unconvertibleFile, type FileConversion, type FileFormat, type ConversionHints } from './conversion.ts';
import { hasActions } from './foreign-files.ts';
import { casesKeyOf, convertMcpServers, hasServers } from './mcp-servers/convert-mcp-servers.ts';
import { convertPromptfoo } from './promptfoo/convert-promptfoo.ts';

/** The format of a file by its content; our own format by default. */
export function formatOf(value: unknown): FileFormat {
  if (!isObject(value) || 'assay' in value) return 'assay';
  if ('prompts' in value && ['providers', 'targets', 'tests', 'scenarios', 'defaultTest'].some((key) => key in value))
    return 'promptfoo';
  return hasServers(value) && casesKeyOf(value) !== undefined && !hasActions(value) ? 'mcp-servers' : 'assay';
}

/**
 * Converts a foreign file into a suite file. Nothing that it refers to is read, run or connected to; every case states
 * its fidelity.
 */
export function convertSuite(
  value: unknown,
  format: Exclude<FileFormat, 'assay'>,
  hints: ConversionHints = {},
): FileConversion {
  if (!isObject(value)) return unconvertibleFile('', 'is not an object');
  const converted = (format === 'promptfoo' ? convertPromptfoo : convertMcpServers)(value, hints);
  if ('faults' in converted) return converted;
  const faults = suiteFileFaults(converted.file);
  if (faults.some(({ path }) => /^\/cases\/\d+\/models$/.test(path)))
    return unconvertibleFile('/model', 'is required: the file names no model that is known here');
  return faults.length > 0
    ? { faults: faults.map(({ path, message }) => ({ path, message: `${message} (after the conversion)` })) }
    : converted;
}
