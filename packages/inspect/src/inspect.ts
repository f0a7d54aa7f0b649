import { Problem } from '@assay/contract/problem';
import { explainedProblem } from '@assay/mcp/diagnosis/diagnosis';
import { maskedProblem } from './mask.ts';
import { inspections, type InputOf, type InspectionName } from './inspections.ts';
import type { Inspection, InspectedServer } from './inspected-server.ts';

/**
 * Makes an inspection and serializes its answer, in at most `maxBytes`. The server's own saved values are
 * masked in everything but the verbatim result of a call.
 * @throws Problem of the server, also when its answer cannot be serialized.
 */
export async function makeInspection<Name extends InspectionName>(
  subject: InspectedServer,
  name: Name,
  input: InputOf<Name>,
  maxBytes: number,
): Promise<Buffer> {
  try {
    const reply = await (inspections[name] as Inspection<InputOf<Name>>)(subject, input);
    const bytes = bytesOf(reply instanceof Uint8Array ? reply : subject.hide(reply));
    if (bytes.length > maxBytes) throw tooLarge(subject, maxBytes);
    return bytes;
  } catch (error) {
    if (error instanceof Problem) throw maskedProblem(error, subject.mask);
    // The value is nested too deep, or its text is too long.
    throw error instanceof RangeError ? tooLarge(subject, maxBytes) : error;
  }
}

const bytesOf = (reply: object): Buffer =>
  reply instanceof Uint8Array
    ? Buffer.from(reply.buffer, reply.byteOffset, reply.byteLength)
    : Buffer.from(JSON.stringify(reply));

const tooLarge = ({ target: { serverId, serverName } }: InspectedServer, maxBytes: number) =>
  explainedProblem(
    new Problem(
      'SERVER_UNREACHABLE',
      `What server "${serverName}" answers is larger than can be handed on, or nested too deeply.`,
      { serverId, cause: 'answer_too_large', maxBytes },
    ),
  );
