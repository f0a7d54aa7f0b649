import { readFileSync } from 'node:fs';
import tls from 'node:tls';

// The names that our code imports; a further one is added here, when Node.js 20 has it.
export { connect, createSecureContext, createServer } from 'node:tls';

/** The certificates that Node.js trusts by default: before 22.15 its own, and the certificates of NODE_EXTRA_CA_CERTS. */
const defaultCertificates = (): string[] => {
  // oxlint-disable-next-line node/no-process-env -- a variable of Node.js, not of ours
  const file = process.env['NODE_EXTRA_CA_CERTS'];
  return [...tls.rootCertificates, ...(file ? [readFileSync(file, 'utf8')] : [])];
};

const { getCACertificates: ownCertificates }: { getCACertificates?: typeof tls.getCACertificates } = tls;

export const getCACertificates = ownCertificates ?? defaultCertificates;
