import type { Problem } from '@assay/contract/problem';

/** How a command ended. */
export type ProgramEnd =
  | { by: 'itself'; exitCode: number | null; signal: NodeJS.Signals | null }
  | { by: 'memory'; maxMemoryMb: number }
  | { by: 'time'; maxSeconds: number }
  | { by: 'flood'; maxBytes: number }
  | { by: 'deafness'; maxBytes: number }
  /** It wrote a message that cannot be read before it answered anything. */
  | { by: 'output' }
  /** Its messages are too many or too large. */
  | { by: 'messages'; problem: Problem };

/** The evidence of a command beside the protocol. */
export interface ProgramEvidence {
  pid: number;
  /** The beginning and the end of its standard error, masked. */
  stderr: string;
  /** The number of lines on its standard output that are no messages. */
  strayLines: number;
  /** The beginning of these lines, masked. */
  stdout: string;
  /** Undefined while the command runs, and when the session ended it. */
  end: ProgramEnd | undefined;
}
