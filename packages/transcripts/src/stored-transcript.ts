import type { Transcript } from '@assay/contract/areas/transcripts/documents';
import { gzipPiece, inflatePieces, joinListedPieces, listPieces, type GzipPiece } from '@assay/kit/gzip-pieces';
import { unzipJson } from './gzip.ts';
import { maskedJson } from './mask.ts';

/**
 * A transcript as it is stored: masked gzipped JSON. The steps, which a reply shows with their later grades, and the
 * other fields are pieces of their own.
 */
export async function storedTranscript(
  { steps, ...others }: Transcript,
  secrets: readonly string[] = [],
): Promise<Buffer> {
  const texts = [`${maskedJson({ steps }, secrets).slice(0, -1)},`, maskedJson(others, secrets).slice(1, -1)];
  return joinListedPieces([...(await Promise.all(texts.map(gzipPiece))), END]);
}

const END = await gzipPiece('}');

/** A stored transcript that is opened as far as a reply needs it: its steps, and its other fields as they were stored. */
export interface OpenedTranscript {
  steps: Transcript['steps'];
  others: GzipPiece;
}

export async function openTranscript(stored: Buffer): Promise<OpenedTranscript> {
  const [ofSteps, others, end] = listPieces(stored) ?? [];
  if (ofSteps && others && end) {
    const { steps } = JSON.parse(`${(await inflatePieces([ofSteps])).toString().slice(0, -1)}}`) as Transcript;
    return { steps, others };
  }
  const { steps, ...rest } = await unzipJson<Transcript>(stored);
  return { steps, others: await gzipPiece(JSON.stringify(rest).slice(1, -1)) };
}
