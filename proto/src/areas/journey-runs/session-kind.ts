/** The kind of work items that are sessions of journey runs; runners read it without loading any schema. */
export const SESSION_KIND = 'session';
