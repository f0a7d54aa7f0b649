import { choiceSetting, integerSetting, urlSetting } from './setting.ts';
import { readEnv, type Env, type EnvReader } from '../env.ts';

/** The least level that is logged, in the words of pino. */
export const LOG_LEVEL = choiceSetting(
  {
    name: 'LOG_LEVEL',
    default: 'info',
    explanation: [
      'The least level that is logged; `npm start` begins with `warn`.',
      'Logs are JSON lines on standard output; those below `warn` wait at most 20 ms for others, so a process that is killed may lose its last ones.',
    ],
  },
  ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
);

/** Reads the level of the log; some processes have a default of their own. */
export const logLevel = (env: Env, computed?: ReturnType<typeof LOG_LEVEL.parse>): string =>
  readEnv(env, ({ read }) => read(LOG_LEVEL, computed));

export const PUBLIC_URL = urlSetting({
  name: 'PUBLIC_URL',
  default: 'http://127.0.0.1:4000',
  explanation: [
    'The address of the installation for people, browsers and CI jobs.',
    '`reviewUrl`, upload URLs, the links of reports and studies, and the way back from authorization servers and OpenID providers point to it.',
    'With https, cookies are Secure.',
    'It may have a path, which a proxy in front may take away or leave; one that begins like a path of Assay (`/api`, `/docs`, `/p` …) has to be taken away.',
    'It is the issuer of the authorization server: if it has a path, the proxy also forwards `/.well-known/oauth-authorization-server<path>` of its host.',
  ],
});

/** The path of an address of the installation, without a slash at its end; empty without a path. */
export const basePathOf = (publicUrl: string): string => new URL(publicUrl).pathname.replace(/\/$/, '');

export const GATEWAY_URL = urlSetting({
  name: 'GATEWAY_URL',
  defaultInWords: '`PUBLIC_URL`',
  explanation: [
    'The address at which the processes of the installation reach its gateway, for tunnels and for the tools of agent turns.',
  ],
});

/** Reads the addresses of the gateway as part of a process's `readEnv`: for people, and within the installation. */
export function gatewayAddresses({ optional, read }: EnvReader): { publicUrl: string; gatewayUrl: string } {
  const publicUrl = read(PUBLIC_URL);
  return { publicUrl, gatewayUrl: optional(GATEWAY_URL) ?? publicUrl };
}

export const HEALTH_PORT = integerSetting({
  name: 'HEALTH_PORT',
  default: 0,
  most: 65_535,
  explanation: [
    'A port for probes over HTTP (`/healthz`, `/readyz`); 0 opens none.',
    'A runner answers them while its event loop turns.',
    "The chart opens it with mutual TLS, which the kubelet's gRPC probes do not speak.",
  ],
});

export const STOP_DELAY_MS = integerSetting({
  name: 'STOP_DELAY_MS',
  default: 0,
  explanation: ['How long a process takes calls after SIGTERM, in milliseconds, while it says that it is not ready.'],
});
