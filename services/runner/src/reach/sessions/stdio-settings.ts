import { statSync } from 'node:fs';
import { between, type EnvReader } from '@assay/kit/env';
import { redactText } from '@assay/kit/security/redact';
import type { StdioRules } from '@assay/mcp/target';

/**
 * The variables that a program needs to find other programs, its user's files and a temporary folder; the second line
 * is for Windows.
 */
const PASSED_ON = [
  'PATH',
  'HOME',
  'LANG',
  'TMPDIR',
  'SystemRoot',
  'SystemDrive',
  'COMSPEC',
  'PATHEXT',
  'TEMP',
  'TMP',
  'USERPROFILE',
  'APPDATA',
  'LOCALAPPDATA',
  'ProgramFiles',
];

const WEEK = 7 * 24 * 60 * 60;
/** A folder that exists. */
const folder = (path: string): string | undefined =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() ? path : undefined;

/** The operator's rules for servers that are commands. */
export const stdioSettings = ({ list, optional, parsed }: EnvReader, maxMessageBytes: number): StdioRules => ({
  allowedCommands: list('RUNNER_ALLOWED_COMMANDS', []),
  allowedVariables:
    optional('RUNNER_ALLOWED_VARIABLES') === undefined ? undefined : list('RUNNER_ALLOWED_VARIABLES', []),
  dir: parsed('RUNNER_STDIO_DIR', folder),
  env: Object.fromEntries(
    list('RUNNER_STDIO_ENV', PASSED_ON).flatMap((name) => {
      const value = optional(name);
      return value === undefined ? [] : [[name, value]];
    }),
  ),
  maxMemoryMb: parsed('RUNNER_STDIO_MAX_MEMORY_MB', between(16, 1_048_576)) ?? 2_048,
  maxSeconds: parsed('RUNNER_STDIO_MAX_SECONDS', between(1, WEEK)) ?? 3_600,
  maxMessageBytes,
  mask: redactText,
});
