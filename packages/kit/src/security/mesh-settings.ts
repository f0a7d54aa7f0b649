import { ConfigError, type EnvReader } from '../env.ts';
import { runnerSecretOf, type MeshSecrets } from './caller.ts';
import { secretsOf } from './signed-token.ts';

/** The shortest of several secrets, in characters, so that a comma within a single secret does not make a weak one. */
const MIN_CHARS = 16;

/** Reads the secrets of a process that signs for callers. */
export const meshSettings = (reader: EnvReader): MeshSecrets => ({
  meshSecret: checked('MESH_SECRET', reader.secret('MESH_SECRET')),
  runnerSecret: ownRunnerSecret(reader),
});

/** Reads the secret of a runner in the mesh: its own, or the one that follows from the mesh's secret. */
export const runnerSettings = (reader: EnvReader): string =>
  // A missing secret is told of by the reader, when it has read all settings.
  ownRunnerSecret(reader) ?? (reader.secret('MESH_SECRET') && runnerSecretOf(meshSettings(reader)));

const ownRunnerSecret = (reader: EnvReader): string | undefined =>
  checked('MESH_RUNNER_SECRET', reader.optionalSecret('MESH_RUNNER_SECRET'));

function checked<Setting extends string | undefined>(name: string, setting: Setting): Setting {
  const secrets = secretsOf(setting ?? '');
  if (secrets.length > 1 && secrets.some((secret) => secret.length < MIN_CHARS))
    throw new ConfigError([`${name}: each of several secrets needs at least ${MIN_CHARS} characters`]);
  return setting;
}
