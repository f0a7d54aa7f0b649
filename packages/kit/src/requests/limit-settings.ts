import type { EnvReader } from '../env.ts';
import { integerSetting } from '../settings/setting.ts';

export const RATE_LIMIT_PER_MINUTE = integerSetting({
  name: 'RATE_LIMIT_PER_MINUTE',
  default: 60,
  least: 0,
  explanation: [
    'Requests per API key over all gateways together; 0 switches off this limit, the limits of sessions, addresses, people and organizations, brakes and daily budgets.',
    'Both processes need the same value.',
    'Uploads take no key but a signed URL, with limits of their own: 120 a minute per project, 30 at once, 10 MiB each.',
  ],
});

export const RATE_LIMIT_BURST = integerSetting({
  name: 'RATE_LIMIT_BURST',
  default: 10,
  least: 1,
  explanation: ['How many requests of an API key may come at once.'],
});

/** Reads the requests of one API key in a minute and at once, which the gateway and the catalog must know alike; 0 a minute is no limit. */
export const requestLimit = ({ read }: EnvReader): { perMinute: number; burst: number } => ({
  perMinute: read(RATE_LIMIT_PER_MINUTE),
  burst: read(RATE_LIMIT_BURST),
});
