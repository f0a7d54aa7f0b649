import { TraceSpan } from '@assay/contract/areas/transcripts/trace';
import { schemaChecker } from '@assay/kit/json/schema';

/** Every place that is not a valid span of a trace. */
export const spanFaults = schemaChecker(TraceSpan);
