import { ConfigError, type EnvReader } from '../env.ts';
import type { MeshSettings } from '../rpc/mesh.ts';
import { readMeshPem, type MeshTlsFiles } from '../rpc/mesh/mesh-certificate.ts';
import { runnerSecretOf, type MeshSecrets } from './caller.ts';
import { secretsOf } from './signed-token.ts';

/** The shortest of several secrets, in characters, so that a comma within a single secret does not make a weak one. */
const MIN_CHARS = 16;

/** Reads the settings of a process of the mesh that signs for callers. */
export const meshSettings = (reader: EnvReader): MeshSettings => ({
  ...meshSecrets(reader),
  meshTls: meshTlsSettings(reader),
});

const meshSecrets = (reader: EnvReader): MeshSecrets => ({
  meshSecret: checked('MESH_SECRET', reader.secret('MESH_SECRET')),
  runnerSecret: ownRunnerSecret(reader),
});

/** Reads the secret of a runner in the mesh: its own, or the one that follows from the mesh's secret. */
export const runnerSettings = (reader: EnvReader): string =>
  // A missing secret is told of by the reader, when it has read all settings.
  ownRunnerSecret(reader) ?? (reader.secret('MESH_SECRET') && runnerSecretOf(meshSecrets(reader)));

/**
 * Reads the files of a process's certificate in the mesh; undefined when none is set.
 * @throws ConfigError when one is missing, or cannot be used.
 */
export function meshTlsSettings({ optional }: Pick<EnvReader, 'optional'>): MeshTlsFiles | undefined {
  const [cert, key, ca] = [optional('MESH_TLS_CERT_FILE'), optional('MESH_TLS_KEY_FILE'), optional('MESH_TLS_CA_FILE')];
  if (!cert && !key && !ca) return undefined;
  if (!cert || !key || !ca) {
    const missing = Object.entries({ MESH_TLS_CERT_FILE: cert, MESH_TLS_KEY_FILE: key, MESH_TLS_CA_FILE: ca });
    throw new ConfigError(
      missing
        .filter(([, file]) => !file)
        .map(([name]) => `${name} is missing: MESH_TLS_CERT_FILE, MESH_TLS_KEY_FILE and MESH_TLS_CA_FILE go together`),
    );
  }
  const files = { cert, key, ca };
  readMeshPem(files);
  return files;
}

const ownRunnerSecret = (reader: EnvReader): string | undefined =>
  checked('MESH_RUNNER_SECRET', reader.optionalSecret('MESH_RUNNER_SECRET'));

function checked<Setting extends string | undefined>(name: string, setting: Setting): Setting {
  const secrets = secretsOf(setting ?? '');
  if (secrets.length > 1 && secrets.some((secret) => secret.length < MIN_CHARS))
    throw new ConfigError([`${name}: each of several secrets needs at least ${MIN_CHARS} characters`]);
  return setting;
}
