import { inflatePieces, joinPieces, type GzipPiece } from '../gzip-pieces.ts';
import { RawReply } from './handle.ts';

/** Answers with JSON that is stored compressed: as it is to a client that accepts gzip, inflated to any other. */
export const gzipReply = async (pieces: readonly GzipPiece[], acceptEncoding: string): Promise<RawReply> =>
  acceptEncoding === 'gzip'
    ? new RawReply(joinPieces(pieces), 'application/json', { 'Content-Encoding': 'gzip', Vary: 'Accept-Encoding' })
    : new RawReply(await inflatePieces(pieces), 'application/json', { Vary: 'Accept-Encoding' });
