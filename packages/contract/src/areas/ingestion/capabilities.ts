import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { oneOf, open } from '../../schema.ts';
import { ARTIFACT_FORMATS, INGEST_BODY_BYTES, MAX_RESULTS, UPLOAD_BYTES } from './limits.ts';

const Most = (description: string) => Type.Integer({ minimum: 1, description });

/** The forms and limits of reports, which reporters read before they send. */
export type IngestCapabilities = Static<typeof IngestCapabilities>;
export const IngestCapabilities = open(
  {
    protocolVersion: Type.Literal(1),
    artifactFormats: Type.Array(oneOf([...ARTIFACT_FORMATS])),
    modes: Type.Array(oneOf(['report', 'chunks', 'artifact']), {
      description: '`report`: all at once; `chunks`: start, iterations, finalize; `artifact`: an uploaded file.',
    }),
    limits: open({
      resultsPerRun: Most('Results of one run.'),
      bodyBytes: Most('Bytes of one request with results.'),
      artifactBytes: Most('Bytes of an uploaded file.'),
    }),
  },
  { $id: 'EvalIngestCapabilities' },
);

export const INGEST_CAPABILITIES: IngestCapabilities = {
  protocolVersion: 1,
  artifactFormats: [...ARTIFACT_FORMATS],
  modes: ['report', 'chunks', 'artifact'],
  limits: { resultsPerRun: MAX_RESULTS, bodyBytes: INGEST_BODY_BYTES, artifactBytes: UPLOAD_BYTES },
};
