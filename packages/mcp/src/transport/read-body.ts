import type { AnswerBody, EgressAnswer } from '@assay/egress/request';

/** At most this much of a body that has no reader is read, in bytes. */
const MAX_UNREAD_BYTES = 4_096;

/** All bytes of a body. @throws as `AnswerBody.read` does. */
export async function bytesOf(body: AnswerBody | undefined): Promise<Uint8Array> {
  const first = await body?.read();
  if (!first) return new Uint8Array();
  const pieces = [first];
  for (let piece = await body!.read(); piece; piece = await body!.read()) pieces.push(piece);
  return pieces.length === 1 ? first : Buffer.concat(pieces);
}

/** Reads a body that has no reader, so that its connection is kept; a long body is cut off. */
export async function drain({ body }: Pick<EgressAnswer, 'body'>): Promise<void> {
  let bytes = 0;
  for (let piece = await body?.read(); piece; piece = await body!.read())
    if ((bytes += piece.byteLength) > MAX_UNREAD_BYTES) return body!.cancel();
}
