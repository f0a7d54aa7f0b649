import { statSync } from 'node:fs';
import type { EnvReader } from '@assay/kit/env';
import { redactText } from '@assay/kit/security/redact';
import { integerSetting, listSetting, parsedSetting } from '@assay/kit/settings/setting';
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

export const RUNNER_ALLOWED_COMMANDS = listSetting({
  name: 'RUNNER_ALLOWED_COMMANDS',
  default: [],
  explanation: [
    '[Commands](runners.md#commands) of `stdio` servers that it may start: names that are looked up on its own `PATH`, or absolute paths; `*` for all.',
    'Without any it starts none. With some it has the label `stdio`.',
    'Only for a runner with a `RUNNER_TOKEN`, and for `npm start`.',
  ],
});

export const RUNNER_STDIO_DIR = parsedSetting(
  {
    name: 'RUNNER_STDIO_DIR',
    mayBeFile: true,
    fault: 'must be a folder that exists',
    defaultInWords: 'a fresh folder per session',
    explanation: ['The working folder of commands.'],
  },
  folder,
);

export const RUNNER_ALLOWED_VARIABLES = listSetting({
  name: 'RUNNER_ALLOWED_VARIABLES',
  explanation: [
    "Names of a server's saved variables that its command may get, `*` at the end for any rest; a comma alone allows none.",
    'Unset allows every name but the ones that make a program load code.',
  ],
});

export const RUNNER_STDIO_ENV = listSetting({
  name: 'RUNNER_STDIO_ENV',
  default: PASSED_ON,
  defaultInWords: '`PATH`, `HOME`, `LANG`, `TMPDIR`',
  explanation: ["Variables of the runner that commands get, beside the server's own `env`."],
});

export const RUNNER_STDIO_MAX_MEMORY_MB = integerSetting({
  name: 'RUNNER_STDIO_MAX_MEMORY_MB',
  default: 2_048,
  least: 16,
  most: 1_048_576,
  explanation: ['The memory limit of a command and its children; enforced on Linux.'],
});

export const RUNNER_STDIO_MAX_SECONDS = integerSetting({
  name: 'RUNNER_STDIO_MAX_SECONDS',
  default: 3_600,
  least: 1,
  most: WEEK,
  explanation: ["How long a session's command may live."],
});

/** The operator's rules for servers that are commands. */
export const stdioSettings = ({ optional, read, variable }: EnvReader, maxMessageBytes: number): StdioRules => ({
  allowedCommands: read(RUNNER_ALLOWED_COMMANDS),
  allowedVariables: optional(RUNNER_ALLOWED_VARIABLES),
  dir: optional(RUNNER_STDIO_DIR),
  env: Object.fromEntries(
    read(RUNNER_STDIO_ENV).flatMap((name) => {
      const value = variable(name);
      return value === undefined ? [] : [[name, value]];
    }),
  ),
  maxMemoryMb: read(RUNNER_STDIO_MAX_MEMORY_MB),
  maxSeconds: read(RUNNER_STDIO_MAX_SECONDS),
  maxMessageBytes,
  mask: redactText,
});
