import type { EnvReader } from '@assay/kit/env';
import { parsedSetting, textSetting } from '@assay/kit/settings/setting';
import { NO_CREDENTIALS, OWN_CREDENTIALS_FORM, ownCredentials } from './own-credentials.ts';
import { platformAddress } from './platform-address.ts';
import type { OutsidePlatform } from './platform-link.ts';

export const RUNNER_TOKEN = textSetting({
  name: 'RUNNER_TOKEN',
  isSecret: true,
  explanation: ['Makes it a [runner outside of the installation](runners.md#a-runner-outside-of-the-installation).'],
});

export const PLATFORM_ADDRESS = parsedSetting(
  {
    name: 'PLATFORM_ADDRESS',
    fault: 'must be https://host[:port], or host:port for plain text, for a runner with a RUNNER_TOKEN',
    explanation: [
      'Where such a runner connects: `https://` or `grpcs://` for TLS, `http://`, `grpc://` or `host:port` for plain text.',
    ],
  },
  platformAddress,
);

export const RUNNER_CREDENTIALS = parsedSetting(
  {
    name: 'RUNNER_CREDENTIALS',
    isSecret: true,
    fault: `is not JSON of the form ${OWN_CREDENTIALS_FORM}`,
    explanation: [
      'Credentials of saved servers that are held there; the platform is never asked for them.',
      'Each entry names its server and the only place that the credentials may go to: [their form](runners.md#a-runner-outside-of-the-installation).',
    ],
  },
  ownCredentials,
);

/** A runner with a token runs outside of the mesh and needs none of its secrets. */
export function outsideSettings({ optional, read }: EnvReader): OutsidePlatform | undefined {
  const token = optional(RUNNER_TOKEN);
  return token === undefined
    ? undefined
    : { token, address: read(PLATFORM_ADDRESS), own: optional(RUNNER_CREDENTIALS) ?? NO_CREDENTIALS };
}
