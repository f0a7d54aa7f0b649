import { EXIT_CODES, UsageError, type CommandEnv, type ExitCode, type OutputStreams } from './command.ts';
import { verifyAuditLog } from './audit/verify.ts';
import { pushPlugin, pushSkill } from './bundles/push.ts';
import { convertFile } from './convert.ts';
import { printSchema } from './schema.ts';
import { openTunnel } from './tunnel/tunnel.ts';
import { validateFiles } from './validate.ts';
import { gateWave } from './waves/gate.ts';

const USAGE = `Usage:
  assay suite validate <file...> [--format text|json]
  assay suite convert <file> [--from promptfoo|mcp-servers|assay] [--to yaml|json] [--server <name>]... [--model <model>] [-o <file>]
  assay suite schema
  assay audit verify <file...> [--includes <hash>]
  assay plugins push <folder|zip> [--project <id>] [--assay-url <platform>] [--api-key <key>]
  assay skills push <folder|zip> [--project <id>] [--assay-url <platform>] [--api-key <key>]
  assay wave gate <wave> --policy <file|json> [--baseline <wave>] [--launch <journey>]... [--timeout <minutes>] [--interval <seconds>] [--format text|json] [--project <id>] [--assay-url <platform>] [--api-key <key>]
  assay tunnel --url <server> --name <name> [--project <id>] [--assay-url <platform>] [--api-key <key>]
`;

const commands: Record<string, (args: string[], streams: OutputStreams, env: CommandEnv) => Promise<ExitCode>> = {
  'suite validate': validateFiles,
  'suite convert': convertFile,
  'suite schema': printSchema,
  'audit verify': verifyAuditLog,
  'plugins push': pushPlugin,
  'skills push': pushSkill,
  'wave gate': gateWave,
  tunnel: openTunnel,
};

/** Runs a command line. */
export async function runCommand(args: string[], streams: OutputStreams, env: CommandEnv): Promise<ExitCode> {
  const words = [2, 1].find((count) => Object.hasOwn(commands, args.slice(0, count).join(' '))) ?? 0;
  const command = commands[args.slice(0, words).join(' ')];
  if (!command) {
    const asked = ['--help', '-h', 'help'].includes(args[0] ?? '');
    (asked ? streams.out : streams.err)(USAGE);
    return asked ? EXIT_CODES.ok : EXIT_CODES.misused;
  }
  try {
    return await command(args.slice(words), streams, env);
  } catch (error) {
    const isMisuse =
      error instanceof UsageError || (error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS_');
    if (!isMisuse) throw error;
    streams.err(`${(error as Error).message}\n`);
    return EXIT_CODES.misused;
  }
}
