import { withoutSecrets } from '@assay/contract/areas/servers/secret-values';
import { redactedJson } from '@assay/kit/security/redact';

/**
 * A document as JSON that may be stored: `secrets`, such as the credentials of the server that the document is from, and every
 * text that looks like a secret are masked.
 */
export const maskedJson = (document: unknown, secrets: readonly string[] = []): string =>
  redactedJson(withoutSecrets(document, secrets));
