import { integerSetting, parsedSetting, textSetting, urlSetting } from '@assay/kit/settings/setting';
import { OPERATOR_KEYS_FAULT, operatorKeysOf } from './access/operator-keys.ts';
import { noProxies, PROXIES_FAULT, proxiesOf } from './addresses/trusted-proxies.ts';

const MAX_FACTOR = 10_000;

export const HOST = textSetting({
  name: 'HOST',
  default: '0.0.0.0',
  explanation: ['The address that it serves HTTP at.'],
});

export const PORT = integerSetting({
  name: 'PORT',
  default: 4000,
  most: 65_535,
  explanation: ['The port that it serves HTTP at.'],
});

export const TRUSTED_PROXIES = parsedSetting(
  {
    name: 'TRUSTED_PROXIES',
    mayBeFile: true,
    fault: PROXIES_FAULT,
    default: noProxies,
    defaultInWords: '`none`',
    explanation: [
      'Proxies whose `X-Forwarded-For` is trusted: addresses, CIDRs, `loopback`, `linklocal`, `uniquelocal`, `nearest` for the nearest hop in a private network, or `none`.',
      "Behind a proxy it must be set, or all people share the limits of the proxy's address.",
      'Clients must not reach the gateway from trusted addresses, or they can forge their own address.',
    ],
  },
  proxiesOf,
);

export const MAX_BODY_BYTES = integerSetting({
  name: 'MAX_BODY_BYTES',
  default: 12 * 1024 * 1024,
  least: 1,
  explanation: [
    'A larger body is refused: VALIDATION_ERROR.',
    'The largest bodies of the API are zips of plugins and files of results, of 10 MiB; 1,000 cases in a request may have 12 KiB each on average.',
  ],
});

export const MAX_BYTES_IN_FLIGHT = integerSetting({
  name: 'MAX_BYTES_IN_FLIGHT',
  default: 256 * 1024 * 1024,
  least: 1,
  explanation: [
    'How many bytes of bodies and answers over 1 MB a gateway holds at a time, of one organization half of them; a request through a tunnel that ends here counts 512 KB.',
    'When the share is used up, large requests of the organization, and requests of operations that had a large answer in the last ten minutes, are refused with the reason BYTES_IN_FLIGHT: RATE_LIMITED; when the whole is, every request: UNAVAILABLE.',
    'A caller who takes no byte of an answer for a minute loses it.',
  ],
});

export const MAX_CONNECTIONS = integerSetting({
  name: 'MAX_CONNECTIONS',
  default: 10_000,
  least: 1,
  explanation: ['Open connections of clients per gateway; further ones are closed at once.'],
});

export const RATE_LIMIT_PERSON_FACTOR = integerSetting({
  name: 'RATE_LIMIT_PERSON_FACTOR',
  default: 10,
  least: 1,
  most: MAX_FACTOR,
  explanation: [
    'How many times the limit of a key, which counts as 120 a minute at least, all keys and sessions of one person share.',
  ],
});

export const RATE_LIMIT_ORGANIZATION_FACTOR = integerSetting({
  name: 'RATE_LIMIT_ORGANIZATION_FACTOR',
  default: 100,
  least: 1,
  most: MAX_FACTOR,
  explanation: ['How many times the same limit as for one person all keys and sessions of one organization share.'],
});

export const RELAY_URL = urlSetting({
  name: 'RELAY_URL',
  defaultInWords: 'its own address and port',
  explanation: ['The address of this gateway for other gateways, over HTTP, for tunnels that end here.'],
});

export const CONSOLE_DIR = textSetting({
  name: 'CONSOLE_DIR',
  defaultInWords: 'none; `/app/console` in the image',
  explanation: ['The folder of the built console. Without one the gateway serves no console.'],
});

export const RUNNER_PORT = integerSetting({
  name: 'RUNNER_PORT',
  default: 0,
  most: 65_535,
  explanation: [
    'The gRPC port for runners outside of the installation; 0 opens none.',
    'A connection has at most 100 calls open.',
  ],
});

export const RUNNER_TLS_CERT = textSetting({
  name: 'RUNNER_TLS_CERT',
  mayBeFile: true,
  explanation: [
    'The certificate of the port for runners in PEM, both or none with its key; a restart reads new ones.',
    'Without them that port speaks plain text, for a proxy that does TLS and HTTP/2.',
  ],
});

export const RUNNER_TLS_KEY = textSetting({
  name: 'RUNNER_TLS_KEY',
  isSecret: true,
  explanation: ['The key of the certificate, in PEM.'],
});

export const OPERATOR_KEY = parsedSetting(
  {
    name: 'OPERATOR_KEY',
    isSecret: true,
    fault: OPERATOR_KEYS_FAULT,
    explanation: [
      'The key of [the operator](operator.md): `op_` and at least 32 letters, digits, `-` or `_`; several are separated by commas.',
      'Without it there is no operator.',
    ],
  },
  operatorKeysOf,
);
