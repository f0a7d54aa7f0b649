import { TraceSpan } from '@assay/contract/areas/transcripts/trace';
import { checker } from '@assay/kit/json/schema';

/** Every place that is not a valid span of a trace. */
export const spanFaults = checker(TraceSpan);
