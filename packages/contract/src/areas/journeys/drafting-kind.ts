/** The kind of work items that draft personas and journeys; runners read it without loading any schema. */
export const JOURNEY_DRAFTS_KIND = 'draft-journeys';
