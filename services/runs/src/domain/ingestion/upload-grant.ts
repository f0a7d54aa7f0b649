/** An artifact that may be uploaded, and the principal that asked for its URL. */
export interface UploadGrant {
  id: string;
  organizationId?: string;
  userId?: string;
  keyId?: string;
}

/** The grant as the signed token of an upload URL carries it: ids have no blanks. */
export const grantText = ({ id, organizationId = '', userId = '', keyId = '' }: UploadGrant): string =>
  [id, organizationId, userId, keyId].join(' ');

export function grantOfText(text: string): UploadGrant {
  const [id = '', organizationId, userId, keyId] = text.split(' ');
  return { id, ...(organizationId && { organizationId }), ...(userId && { userId }), ...(keyId && { keyId }) };
}
