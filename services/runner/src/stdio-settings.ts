import type { Reader } from '@assay/kit/env';
import { redactText } from '@assay/kit/redact';
import type { StdioRules } from '@assay/mcp/stdio/stdio-rules';

/** What a program needs to find others, its user's files and a place for temporary ones; the second line is for Windows. */
const PASSED_ON = [
  'PATH', 'HOME', 'LANG', 'TMPDIR',
  'SystemRoot', 'SystemDrive', 'COMSPEC', 'PATHEXT', 'TEMP', 'TMP', 'USERPROFILE', 'APPDATA', 'LOCALAPPDATA', 'ProgramFiles',
];

/** What the operator lets servers that are commands do. */
export const stdioSettings = ({ list, optional, int }: Reader, maxMessageBytes: number): StdioRules => ({
  allowedCommands: list('RUNNER_ALLOWED_COMMANDS', []),
  dir: optional('RUNNER_STDIO_DIR'),
  env: Object.fromEntries(list('RUNNER_STDIO_ENV', PASSED_ON).flatMap((name) => {
    const value = optional(name);
    return value === undefined ? [] : [[name, value]];
  })),
  maxMemoryMb: int('RUNNER_STDIO_MAX_MEMORY_MB', 2_048),
  maxSeconds: int('RUNNER_STDIO_MAX_SECONDS', 3_600),
  maxMessageBytes,
  mask: redactText,
});
