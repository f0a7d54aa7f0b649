import { ConfigError, type EnvReader } from '../env.ts';

/** Reads what one API key may ask for in a minute and at once, which the gateway and the catalog must know alike; 0 a minute is no limit. */
export function requestLimit({ int }: Pick<EnvReader, 'int'>): { perMinute: number; burst: number } {
  const [perMinute, burst] = [int('RATE_LIMIT_PER_MINUTE', 60), int('RATE_LIMIT_BURST', 10)];
  if (perMinute < 0) throw new ConfigError(['RATE_LIMIT_PER_MINUTE must be at least 0, which switches the limit off']);
  if (burst < 1)
    throw new ConfigError(['RATE_LIMIT_BURST must be at least 1; RATE_LIMIT_PER_MINUTE=0 switches the limit off']);
  return { perMinute, burst };
}
