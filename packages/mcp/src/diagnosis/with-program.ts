import { Problem } from '@assay/contract/problem';
import { bothEnds } from '../stdio/command-stderr.ts';
import type { ProgramEnd, ProgramEvidence } from '../stdio/program-evidence.ts';
import type { FailureMoment } from './failure.ts';

const SHOWN_CHARS = 2_000;

/**
 * The Problem of an exchange with a command: the end of the command explains the failure better than the missing
 * answer.
 */
export function withProgram(
  problem: Problem,
  { stderr, strayLines, stdout, end }: ProgramEvidence,
  { target, phase }: FailureMoment,
): Problem {
  const seen = {
    ...(stderr && { stderr: bothEnds(stderr, SHOWN_CHARS) }),
    ...(strayLines > 0 && { strayLines, stdout }),
  };
  const answered = problem.details?.['rpcCode'] !== undefined;
  if (!end || answered) return new Problem(problem.code, problem.message, { ...problem.details, ...seen });
  if (end.by === 'messages') return end.problem;
  const { says, ...details } = explanationOf(end);
  const { serverId, method, elapsedMs } = problem.details ?? {};
  return new Problem('SERVER_UNREACHABLE', `Server "${target.serverName}" ${says}.`, {
    serverId,
    phase,
    ...(method !== undefined && { method }),
    elapsedMs,
    ...details,
    ...seen,
  });
}

function explanationOf(
  end: Exclude<ProgramEnd, { by: 'messages' }>,
): { says: string; cause: string } & Record<string, unknown> {
  switch (end.by) {
    case 'itself':
      return end.signal === null
        ? { says: `ended by itself with exit code ${end.exitCode}`, cause: 'command_exited', exitCode: end.exitCode }
        : { says: `was ended by ${end.signal}`, cause: 'command_exited', signal: end.signal };
    case 'memory':
      return {
        says: `used more than ${end.maxMemoryMb} MB of memory and was ended`,
        cause: 'memory_exceeded',
        maxMemoryMb: end.maxMemoryMb,
      };
    case 'time':
      return {
        says: `ran for longer than ${end.maxSeconds} s and was ended`,
        cause: 'command_exited',
        maxSeconds: end.maxSeconds,
      };
    case 'flood':
      return {
        says: `wrote more than ${end.maxBytes} bytes in one message, or between answers, and was ended`,
        cause: 'answer_too_large',
        maxBytes: end.maxBytes,
      };
    case 'output':
      return {
        says: 'wrote a message to its standard output that cannot be read and was ended',
        cause: 'command_output_invalid',
      };
    case 'deafness':
      return {
        says: `asked for more than ${end.maxBytes} bytes of answers without reading them and was ended`,
        cause: 'command_output_invalid',
        maxBytes: end.maxBytes,
      };
  }
}
