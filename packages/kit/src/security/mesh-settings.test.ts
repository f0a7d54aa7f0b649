import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MESH_CERTIFICATE, RENEWED_MESH_CERTIFICATE } from '@assay/testkit/certificates/mesh-certificates';
import { readEnv } from '../env.ts';
import { meshSettings } from './mesh-settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'mesh-settings-'));
afterAll(() => rmSync(folder, { recursive: true }));

const file = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
const env = {
  MESH_SECRET: 'a-mesh-secret-of-this-test',
  MESH_TLS_CERT_FILE: file('tls.crt', MESH_CERTIFICATE.cert),
  MESH_TLS_KEY_FILE: file('tls.key', MESH_CERTIFICATE.key),
  MESH_TLS_CA_FILE: file('ca.crt', MESH_CERTIFICATE.ca),
};

test('a mesh speaks TLS when its certificate, key and authorities are set, else plain text', () => {
  expect(readEnv(env, meshSettings).meshTls).toEqual({
    cert: env.MESH_TLS_CERT_FILE,
    key: env.MESH_TLS_KEY_FILE,
    ca: env.MESH_TLS_CA_FILE,
  });
  expect(readEnv({ MESH_SECRET: 'a-mesh-secret-of-this-test' }, meshSettings).meshTls).toBeUndefined();
});

test.each([
  ['no key', { MESH_TLS_KEY_FILE: '' }, 'MESH_TLS_KEY_FILE is missing'],
  ['no authorities', { MESH_TLS_CA_FILE: undefined }, 'MESH_TLS_CA_FILE is missing'],
  ['no certificate', { MESH_TLS_CERT_FILE: undefined }, 'MESH_TLS_CERT_FILE is missing'],
  ['a file that is not there', { MESH_TLS_CA_FILE: join(folder, 'absent') }, 'MESH_TLS_CA_FILE cannot be read'],
  ['a key in place of the certificate', { MESH_TLS_CERT_FILE: env.MESH_TLS_KEY_FILE }, 'MESH_TLS_CERT_FILE holds no'],
  ['a certificate in place of the key', { MESH_TLS_KEY_FILE: env.MESH_TLS_CERT_FILE }, 'MESH_TLS_KEY_FILE holds no'],
  ['authorities that are no PEM', { MESH_TLS_CA_FILE: file('x', 'x') }, 'MESH_TLS_CA_FILE holds no certificate'],
  [
    'half a chain',
    { MESH_TLS_CERT_FILE: file('half.crt', MESH_CERTIFICATE.cert + MESH_CERTIFICATE.ca.slice(0, 300)) },
    'MESH_TLS_CERT_FILE holds a certificate that cannot be read',
  ],
  [
    'half an authority',
    { MESH_TLS_CA_FILE: file('half-ca.crt', MESH_CERTIFICATE.ca + MESH_CERTIFICATE.ca.slice(0, 300)) },
    'MESH_TLS_CA_FILE holds a certificate that cannot be read',
  ],
  [
    "another certificate's key",
    { MESH_TLS_KEY_FILE: file('renewed.key', RENEWED_MESH_CERTIFICATE.key) },
    'MESH_TLS_KEY_FILE is not the key',
  ],
])('a process with %s does not start, and names the setting', (_, change, fault) => {
  expect(() => readEnv({ ...env, ...change }, meshSettings)).toThrow(fault);
});

const LONG = 'a'.repeat(16);
test.each(['hush', 'a'.repeat(15), `${LONG},hush`, `${LONG},`, `hush,${LONG}`])(
  'a secret of fewer than 16 characters is refused without being shown: %s',
  (secret) => {
    const fault = 'must be a secret of at least 16 characters, or several such secrets with commas between them';
    const read = (given: Record<string, string>) => readEnv({ MESH_SECRET: LONG, ...given }, meshSettings);
    for (const name of ['MESH_SECRET', 'MESH_RUNNER_SECRET'])
      expect(() => read({ [name]: secret })).toThrow(expect.objectContaining({ faults: [`${name} ${fault}`] }));
  },
);

test('secrets of 16 characters are accepted, one or several', () =>
  expect(readEnv({ MESH_SECRET: `${LONG},${LONG}`, MESH_RUNNER_SECRET: LONG }, meshSettings)).toMatchObject({
    meshSecret: `${LONG},${LONG}`,
    runnerSecret: LONG,
  }));
