import { seal, unseal } from '@assay/kit/security/seal';

// The context binds a sealed value to its row: a copy in another row cannot be unsealed.
const contextOf = (secretId: string) => `secret:${secretId}`;

export const sealSecretValue = (value: string, keyEncryptionKey: Buffer, secretId: string): Buffer =>
  seal(Buffer.from(value), keyEncryptionKey, contextOf(secretId));

export const openSecretValue = (
  { id, sealedValue }: { id: string; sealedValue: Buffer },
  keyEncryptionKey: Buffer,
): string => unseal(sealedValue, keyEncryptionKey, contextOf(id)).toString();
