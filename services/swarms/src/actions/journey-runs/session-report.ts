import { SessionUsage, type SessionResult, type SessionTurn } from '@assay/contract/areas/journey-runs/session-work';
import { SessionOutput } from '@assay/mesh/gen/assay/v1/sessions';
import { open } from '@assay/contract/schema';
import { gzipPiece, joinPieces } from '@assay/kit/gzip-pieces';
import { checkedDocument } from '@assay/kit/json/parse';
import { maskedMessage } from '@assay/transcripts/masked-message';
import { storedPart } from '@assay/transcripts/stored-part';
import type { TracePart } from '@assay/transcripts/trace-parts';
import type { WorkEnd } from '@assay/work/queue/queued-work';
import { endOfError, endOfResult, type SessionEnd } from '../../domain/journey-runs/session-end.ts';
import type { FrozenRubric } from '../../domain/journeys/rubric.ts';
import type { StoredTurn } from '../../store/journey-runs/session-turns.ts';
import { keptCriteria, keptError, masked } from './kept-words.ts';

const UNREADABLE = { code: 'INTERNAL_ERROR', message: 'The report of the runner could not be read.' };
/** Throws for a result whose usage cannot be added to the counts of a run. */
const assertCountable: (result: object) => void = checkedDocument(open({ usage: SessionUsage }));

/** The report of one try, as it is stored. */
export interface SessionReport {
  end: SessionEnd;
  parts: TracePart[];
  /** The turns as they are stored. */
  turns: Omit<StoredTurn, 'sessionId'>[];
}

/** Reads the report of a try: masked, and graded by the rules of the rubric. One that cannot be read is an error. */
export async function sessionReportOf(
  rubric: FrozenRubric | null,
  { id, fence, result }: WorkEnd,
): Promise<SessionReport> {
  const without = (error: { code: string; message: string }): SessionReport => ({
    end: endOfError(keptError(error)),
    parts: [],
    turns: [],
  });
  if ('error' in result) return without(result.error);
  try {
    const { result: written, parts: sent, secrets } = SessionOutput.decode(result.output);
    const told = JSON.parse(written.toString()) as SessionResult;
    assertCountable(told);
    const parts: TracePart[] = [];
    for (const { index, body } of sent) parts.push({ ownerId: id, fence, part: index, ...(await storedPart(body)) });
    const spoken = told.turns.map((turn) => maskedTurn(turn, secrets));
    const turns: SessionReport['turns'] = [];
    for (const turn of spoken) turns.push({ promptIndex: turn.promptIndex, body: await storedTurn(turn) });
    // The rubric sees the conversation unmasked; its measures and all that is stored are of the masked one.
    const end = endOfResult(rubric, told);
    const error = end.error && keptError(end.error, secrets);
    return { end: { ...end, error, criteria: keptCriteria(end.criteria, secrets), turns: spoken }, parts, turns };
  } catch {
    return without(UNREADABLE);
  }
}

const storedTurn = async (turn: SessionTurn): Promise<Buffer> => joinPieces([await gzipPiece(JSON.stringify(turn))]);

/** A turn with every secret masked: what is stored and answered. */
const maskedTurn = ({ messages, toolCalls, ...turn }: SessionTurn, secrets: string[]): SessionTurn => ({
  ...turn,
  messages: messages.map((message) => maskedMessage(message, secrets)),
  toolCalls: masked(toolCalls, secrets),
});
