import { inflatePieces, joinPieces, type GzipPiece } from '../gzip-pieces.ts';
import { withHeaders, type ReplyWithHeaders } from './with-headers.ts';

/** Answers with JSON that is stored compressed: as it is to a client that accepts gzip, inflated to any other. */
export const gzipReply = async (
  pieces: readonly GzipPiece[],
  acceptEncoding: string,
): Promise<ReplyWithHeaders<Uint8Array>> =>
  acceptEncoding === 'gzip'
    ? withHeaders(joinPieces(pieces), { 'Content-Encoding': 'gzip', Vary: 'Accept-Encoding' })
    : withHeaders(await inflatePieces(pieces), { Vary: 'Accept-Encoding' });
