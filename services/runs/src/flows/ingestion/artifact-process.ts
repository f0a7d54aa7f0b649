import { flushCompileCache } from 'node:module';
import type { IngestArtifact, IngestResult } from '@assay/contract/areas/ingestion/documents';
import { Problem } from '@assay/contract/problem';
import { resultsOf } from '../../domain/ingestion/artifact.ts';

/** The message to the process; it answers with results, or with the parts of a Problem. */
export interface ArtifactMessage {
  bytes: Uint8Array;
  artifact: IngestArtifact;
}
export type ArtifactReply =
  | { results: IngestResult[] }
  | { message: string; details: Record<string, unknown> | undefined };

function read({ bytes, artifact }: ArtifactMessage): ArtifactReply {
  try {
    return { results: resultsOf(Buffer.from(bytes), artifact) };
  } catch (error) {
    if (error instanceof Problem) return { message: error.message, details: error.details };
    throw error;
  }
}

process.once('message', (unread: ArtifactMessage) => process.send!(read(unread), () => process.disconnect()));
// The service kills this process, and Node writes its compile cache when a process ends by itself.
flushCompileCache();
// The time to read is measured from here on.
process.send!('up');
