/** The scope of the signed token in an upload URL: one artifact of one project. */
export const uploadScope = (projectId: string) => ({ purpose: 'upload', subject: projectId });
