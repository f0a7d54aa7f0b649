/** The kind of the work items that build sandbox images; runners read it without loading any schema. */
export const IMAGE_BUILD_KIND = 'image-build';
