import { access, constants } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { UsageError } from '../command-failure.ts';

const FORMATS = ['text', 'json', 'junit', 'github', 'gitlab', 'markdown'] as const;
export type ReportFormat = (typeof FORMATS)[number];

/** A report that the caller asked for; without a file it is printed. */
export interface ChosenReport {
  format: ReportFormat;
  /** The path as the caller typed it, and as this process opens it. */
  file: { typed: string; path: string } | undefined;
}

interface ReportChoice {
  reporter: readonly string[];
  junit: string | undefined;
  json: string | true | undefined;
}

/** Formats that other programs read whole, so that nothing else can be printed beside them. */
const WHOLE = new Set<ReportFormat>(['json', 'junit', 'gitlab']);

/**
 * The reports that the options ask for. The verdict is printed as text unless another report is printed. Throws
 * UsageError for an unknown format, for reports that cannot be printed together, and for a folder that is not there.
 */
export async function chooseReports({ reporter, junit, json }: ReportChoice, folder: string): Promise<ChosenReport[]> {
  const given = [
    ...reporter.map((each) => chosen(each, folder)),
    ...(junit === undefined ? [] : [chosen(`junit=${junit}`, folder)]),
    ...(json === undefined ? [] : [chosen('json', folder)]),
  ];
  const printed = given.filter(({ file }) => file === undefined);
  const whole = printed.find(({ format }) => WHOLE.has(format));
  const other = printed.find(({ format }) => format !== whole?.format);
  if (whole && other)
    throw new UsageError(
      `${whole.format} and ${other.format} cannot both be printed: give one of them a file, as --reporter ${other.format}=<file>.`,
    );
  for (const { file } of given) if (file) await assertFolder(file);
  return printed.length > 0 ? given : [{ format: 'text', file: undefined }, ...given];
}

function chosen(text: string, folder: string): ChosenReport {
  const at = text.indexOf('=');
  const [name, file] = at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
  const format = FORMATS.find((each) => each === name);
  if (!format) throw new UsageError(`there is no reporter "${name}": ${FORMATS.join(', ')}`);
  if (file === '') throw new UsageError(`--reporter ${text} names no file`);
  return { format, file: file === undefined ? undefined : { typed: file, path: resolve(folder, file) } };
}

/** A report is written at the end of a long run, so its folder is looked at first. */
async function assertFolder({ typed, path }: { typed: string; path: string }): Promise<void> {
  await access(dirname(path), constants.W_OK).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${typed} cannot be written (${error.code ?? error.message})`);
  });
}
