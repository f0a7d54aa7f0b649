/** What the signed token in an upload URL is good for: one artifact of one project. */
export const uploadScope = (projectId: string) => ({ purpose: 'upload', subject: projectId });
