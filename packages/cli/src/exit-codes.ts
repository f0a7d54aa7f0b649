/** Exit codes of every command, as docs/cli.md lists them. */
export const exitCodes = {
  /** Passed, or done. */
  passed: 0,
  /** A verdict or a gate failed, a file has faults, or a server cannot be used. */
  failed: 1,
  /** Wrong usage or configuration: an unknown option, an ambiguous name, a file that is not there. */
  misused: 2,
  /** Not established, inconclusive, cancelled, over budget, or nothing was decided at all. */
  undecided: 3,
  /** No platform, a time-out, or an error of the platform. */
  unreachable: 4,
  /** Not signed in, refused, or without the right. */
  refused: 5,
  /** Ctrl-C. */
  interrupted: 130,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];
