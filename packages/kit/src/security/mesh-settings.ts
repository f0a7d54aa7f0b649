import { ConfigError, type EnvReader } from '../env.ts';
import type { MeshSettings } from '../rpc/mesh.ts';
import { readMeshPem, type MeshTlsFiles } from '../rpc/mesh/mesh-certificate.ts';
import { parsedSetting, textSetting } from '../settings/setting.ts';
import { runnerSecretOf, type MeshSecrets } from './caller.ts';
import { secretsOf } from './signed-token.ts';

/** The shortest secret, in characters. */
const MIN_CHARS = 16;
const SECRETS_FAULT = `must be a secret of at least ${MIN_CHARS} characters, or several such secrets with commas between them`;

/** Secrets with commas between them, as they are written; undefined when one is too short. */
const secretsIn = (raw: string): string | undefined =>
  secretsOf(raw).every((secret) => secret.length >= MIN_CHARS) ? raw : undefined;

export const MESH_SECRET = parsedSetting(
  {
    name: 'MESH_SECRET',
    isSecret: true,
    fault: SECRETS_FAULT,
    explanation: [
      'Signs the calls between services; the same for all, and not needed by a runner with a secret of its own.',
      'A signature holds for one call, its message and two minutes, so the clocks of their machines must agree to that.',
      `At least ${MIN_CHARS} characters. Several are separated by commas: [rotation](operations/security.md#rotation).`,
    ],
  },
  secretsIn,
);

export const MESH_RUNNER_SECRET = parsedSetting(
  {
    name: 'MESH_RUNNER_SECRET',
    isSecret: true,
    fault: SECRETS_FAULT,
    defaultInWords: 'follows from `MESH_SECRET`',
    explanation: [
      'Signs the calls of runners in the mesh, who can make them for themselves alone.',
      'The same for services and runners; a runner then needs no `MESH_SECRET`, with which it could act as any person.',
      `At least ${MIN_CHARS} characters.`,
    ],
  },
  secretsIn,
);

const TLS_TOGETHER = 'The three `MESH_TLS_…_FILE` go together: [mutual TLS](operations/security.md#mutual-tls).';

export const MESH_TLS_CERT_FILE = textSetting({
  name: 'MESH_TLS_CERT_FILE',
  explanation: ['The PEM file with the certificate of the process, for mutual TLS in the mesh.', TLS_TOGETHER],
});

export const MESH_TLS_KEY_FILE = textSetting({
  name: 'MESH_TLS_KEY_FILE',
  explanation: ['The PEM file with the key of the certificate.'],
});

export const MESH_TLS_CA_FILE = textSetting({
  name: 'MESH_TLS_CA_FILE',
  explanation: ['The PEM file with the certificate authorities of the mesh.'],
});

/** Reads the settings of a process of the mesh that signs for callers. */
export const meshSettings = (reader: EnvReader): MeshSettings => ({
  ...meshSecrets(reader),
  meshTls: meshTlsSettings(reader),
});

const meshSecrets = ({ optional, read }: EnvReader): MeshSecrets => ({
  meshSecret: read(MESH_SECRET),
  runnerSecret: optional(MESH_RUNNER_SECRET),
});

/** Reads the secret of a runner in the mesh: its own, or the one that follows from the mesh's secret. */
export const runnerSettings = (reader: EnvReader): string =>
  // A missing secret is told of by the reader, when it has read all settings.
  reader.optional(MESH_RUNNER_SECRET) ?? (reader.read(MESH_SECRET) && runnerSecretOf(meshSecrets(reader)));

/**
 * Reads the files of a process's certificate in the mesh; undefined when none is set. A file that is missing or cannot
 * be used is a fault.
 */
export function meshTlsSettings({ optional, refuse }: EnvReader): MeshTlsFiles | undefined {
  const [cert, key, ca] = [optional(MESH_TLS_CERT_FILE), optional(MESH_TLS_KEY_FILE), optional(MESH_TLS_CA_FILE)];
  if (!cert && !key && !ca) return undefined;
  if (!cert || !key || !ca) {
    const missing = Object.entries({ MESH_TLS_CERT_FILE: cert, MESH_TLS_KEY_FILE: key, MESH_TLS_CA_FILE: ca });
    refuse(
      ...missing
        .filter(([, file]) => !file)
        .map(([name]) => `${name} is missing: MESH_TLS_CERT_FILE, MESH_TLS_KEY_FILE and MESH_TLS_CA_FILE go together`),
    );
    return undefined;
  }
  const files = { cert, key, ca };
  try {
    readMeshPem(files);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    refuse(...error.faults);
  }
  return files;
}
