import type { Transcript } from '@assay/contract/areas/transcripts/documents';
import { clipTranscriptMessages } from '../../domain/turns/clip-transcript-messages.ts';

/** At most this much of its conversation an iteration keeps, in characters. */
const MAX_CONVERSATION = 4_000_000;
/**
 * At most this much of a report beside the parts of its trace, in bytes: it has to fit into one message of the mesh.
 */
const MAX_TRANSCRIPT = 48 * 1024 * 1024;

/** A transcript as it is reported; undefined when it is too large, for example because of endless arguments. */
export function writtenTranscript(transcript: Transcript): Buffer | undefined {
  try {
    const written = Buffer.from(
      JSON.stringify({ ...transcript, messages: clipTranscriptMessages(transcript.messages, MAX_CONVERSATION) }),
    );
    return written.length > MAX_TRANSCRIPT ? undefined : written;
  } catch {
    // Longer than the longest string.
    return undefined;
  }
}
