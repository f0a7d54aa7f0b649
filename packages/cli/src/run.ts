import { convertFile } from './convert.ts';
import { printSchema } from './schema.ts';
import { validateFiles } from './validate.ts';

/** Where a command writes to. */
export interface Streams { out(text: string): void; err(text: string): void }

/** What a command ends with: all is well; something is wrong with a file; it was not called rightly, or a file cannot be read. */
export const EXIT = { ok: 0, faulty: 1, misused: 2 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** The command was not called rightly, or a file cannot be read or written; the message is for the caller. */
export class Misuse extends Error {}

const USAGE = `Usage:
  assay suite validate <file...> [--format text|json]
  assay suite convert <file> [--from promptfoo|mcp-servers|assay] [--to yaml|json] [--server <name>]... [--model <model>] [-o <file>]
  assay suite schema
`;

const commands: Record<string, (args: string[], streams: Streams) => Promise<ExitCode>> = {
  'suite validate': validateFiles,
  'suite convert': convertFile,
  'suite schema': printSchema,
};

/** Runs a command line; nothing of it needs a network. */
export async function run(args: string[], streams: Streams): Promise<ExitCode> {
  const command = commands[args.slice(0, 2).join(' ')];
  if (!command) {
    const asked = ['--help', '-h', 'help'].includes(args[0] ?? '');
    (asked ? streams.out : streams.err)(USAGE);
    return asked ? EXIT.ok : EXIT.misused;
  }
  try {
    return await command(args.slice(2), streams);
  } catch (error) {
    const isMisuse = error instanceof Misuse || (error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS_');
    if (!isMisuse) throw error;
    streams.err(`${(error as Error).message}\n`);
    return EXIT.misused;
  }
}
