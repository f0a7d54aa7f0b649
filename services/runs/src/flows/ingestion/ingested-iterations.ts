import { setImmediate } from 'node:timers/promises';
import type { IngestResult } from '@assay/contract/areas/ingestion/documents';
import { newId } from '@assay/kit/id';
import { keptText } from '@assay/kit/text/kept-text';
import { redactText } from '@assay/kit/security/redact';
import { storedContent } from '@assay/transcripts/stored-part';
import { storedTranscript } from '@assay/transcripts/stored-transcript';
import { importCase, modelOf } from '../../domain/ingestion/imported-case.ts';
import { importIteration } from '../../domain/ingestion/imported-iteration.ts';
import type { IngestedIteration } from '../../domain/ingestion/place-iterations.ts';
import { importedCaseId } from './imported-case-id.ts';

/** At most this much of an error's message is kept, in characters. */
const MAX_MESSAGE = 2_000;

/** Converts results to iterations of a suite, graded and compressed, ready to be stored. */
export async function ingestedIterationsOf(suiteId: string, results: IngestResult[]): Promise<IngestedIteration[]> {
  const trials: IngestedIteration[] = [];
  for (const result of results) {
    trials.push(await trialOf(suiteId, result));
    // Grading can take long; heartbeats and requests are served in between.
    await setImmediate();
  }
  return trials;
}

async function trialOf(suiteId: string, given: IngestResult): Promise<IngestedIteration> {
  const result =
    given.error === undefined ? given : { ...given, error: keptText(redactText(given.error), MAX_MESSAGE) };
  const frozen = importCase(importedCaseId(suiteId, result), result);
  const known = {
    id: newId('iter'),
    case: frozen,
    model: modelOf(result),
    externalId: result.externalIterationId ?? null,
    blame: null,
    durationMs: result.durationMs === undefined ? null : Math.round(result.durationMs),
    errorMessage: result.error || null,
  };
  if (result.skipped)
    return {
      ...known,
      status: 'skipped',
      result: null,
      grade: null,
      usage: null,
      transcript: null,
      trace: null,
    };
  const { transcript, spans, grade, usage } = importIteration(frozen, result);
  return {
    ...known,
    status: 'completed',
    result: grade.result,
    grade,
    usage,
    transcript: await storedTranscript(transcript),
    trace: spans.length > 0 ? await storedContent({ spans, wire: [] }) : null,
  };
}
