import { execFile } from 'node:child_process';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { serviceNames } from '@assay/contract/services';

const openssl = async (...args: string[]): Promise<void> => void (await promisify(execFile)('openssl', args));

/** The certificate of the mesh in files that its processes read. */
export interface MountedCertificates {
  /** The settings of a process. */
  env: Record<string, string>;
  /** Puts a new certificate of the same authority into place; one of 0 days has expired. */
  mount(days: number): Promise<void>;
}

/** Makes an authority, and a certificate that names every service. */
export async function mountCertificates(folder: string): Promise<MountedCertificates> {
  const at = (name: string) => join(folder, name);
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  await openssl(
    'req',
    '-x509',
    ...key,
    '-days',
    '2',
    '-subj',
    '/CN=authority',
    '-keyout',
    at('ca.key'),
    '-out',
    at('ca.crt'),
  );
  const names = serviceNames.map((name) => `DNS:${name}`).join(',');
  await writeFile(at('names'), `subjectAltName=${names}\nextendedKeyUsage=serverAuth,clientAuth\n`);
  await openssl('req', ...key, '-subj', '/CN=mesh', '-keyout', at('tls.key'), '-out', at('request'));
  const mount = async (days: number) => {
    const sign = ['-req', '-in', at('request'), '-CA', at('ca.crt'), '-CAkey', at('ca.key'), '-CAcreateserial'];
    await openssl('x509', ...sign, '-extfile', at('names'), '-days', String(days), '-out', at('tls.crt.new'));
    await rename(at('tls.crt.new'), at('tls.crt'));
  };
  await mount(1);
  return {
    env: {
      MESH_TLS_CERT_FILE: at('tls.crt'),
      MESH_TLS_KEY_FILE: at('tls.key'),
      MESH_TLS_CA_FILE: at('ca.crt'),
    },
    mount,
  };
}
