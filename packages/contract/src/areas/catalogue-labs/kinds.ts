/** The kinds of work items of catalogue labs; runners read them without loading any schema. */
export const CATALOGUE_TRIAL_KIND = 'catalogue-trial';
export const CATALOGUE_DRAFT_KIND = 'catalogue-draft';
