import { readFileSync } from 'node:fs';
import type { ServiceSetting } from '@assay/contract/areas/operator/documents';
import { namesSecret } from './security/redact.ts';
import { noteSecret } from './security/known-secrets.ts';
import { parseKey } from './security/seal.ts';
import { withoutTrailing } from './text/trailing.ts';

export type Env = Record<string, string | undefined>;

/** Reads one setting each; a setting without a fallback must be there. */
export interface EnvReader {
  text(name: string, fallback?: string): string;
  optional(name: string): string | undefined;
  /** An http or https URL; the slashes at its end are dropped. */
  url(name: string, fallback?: string): string;
  int(name: string, fallback?: number): number;
  flag(name: string, fallback?: boolean): boolean;
  list(name: string, fallback?: string[]): string[];
  /** One of `values`, in upper or lower case; undefined when it is not set. */
  choice<T extends string>(name: string, values: readonly T[]): T | undefined;
  /**
   * The result of `parse` for the text of `name` or of the file that `name_FILE` names. `parse` answers undefined, or
   * throws a ConfigError with the reason, for malformed text. Undefined when it is not set.
   */
  parsed<T>(name: string, parse: (raw: string) => T | undefined): T | undefined;
  /** A secret, from `name` or from the file that `name_FILE` names. */
  secret(name: string, fallback?: string): string;
  optionalSecret(name: string): string | undefined;
  /** A 32-byte key in base64 or hex, from `name` or `name_FILE`. */
  key(name: string): Buffer;
  /** Every setting that was read so far, without values that could be a secret; it grows with each further one. */
  readonly settings: readonly ServiceSetting[];
}

/** Reads settings from the environment, then fails once with the whole list of what is missing or malformed. */
export function readEnv<T>(env: Env, read: (reader: EnvReader) => T): T {
  const faults: string[] = [];
  // Also of other processes: on one machine they share the environment.
  for (const [name, value] of Object.entries(env)) if (value && namesSecret(name)) noteSecret(value);
  const settings: ServiceSetting[] = [];
  const note = (name: string, found?: unknown): void => {
    if (settings.some((known) => known.name === name)) return;
    const source = env[`${name}_FILE`] ? 'file' : env[name] ? 'environment' : 'default';
    const isShown = typeof found === 'number' || typeof found === 'boolean';
    settings.push({ name, source, ...(isShown && { value: String(found) }) });
  };
  const value = <V>(
    name: string,
    raw: string | undefined,
    parse: (raw: string) => V | undefined,
    fallback: V | undefined,
  ): V => {
    const told = faults.length;
    const parsed = raw === undefined || raw === '' ? fallback : orTold(parse, raw);
    if (parsed === undefined && faults.length === told) faults.push(`${name} is ${raw ? 'malformed' : 'missing'}`);
    note(name, parsed);
    return parsed as V;
  };
  const orTold = <V>(parse: (raw: string) => V | undefined, raw: string): V | undefined => {
    try {
      return parse(raw);
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      faults.push(...error.faults);
      return undefined;
    }
  };
  const secret = (name: string): string | undefined => {
    const path = env[`${name}_FILE`];
    try {
      const raw = path ? readFileSync(path, 'utf8').trim() : env[name];
      if (raw) noteSecret(raw);
      return raw;
    } catch {
      faults.push(`${name}_FILE cannot be read`);
      return undefined;
    }
  };
  const config = read({
    settings,
    text: (name, fallback) => value(name, env[name], (raw) => raw, fallback),
    optional: (name) => {
      note(name);
      return env[name] || undefined;
    },
    url: (name, fallback) =>
      value(
        name,
        env[name],
        (raw) => (/^https?:$/.test(URL.parse(raw)?.protocol ?? '') ? withoutTrailing(raw, '/') : undefined),
        fallback,
      ),
    int: (name, fallback) =>
      value(name, env[name], (raw) => (/^-?\d{1,9}$/.test(raw) ? Number(raw) : undefined), fallback),
    flag: (name, fallback) =>
      value(
        name,
        env[name],
        (raw) =>
          ({
            true: true,
            false: false,
            1: true,
            0: false,
            on: true,
            off: false,
          })[raw.toLowerCase()],
        fallback,
      ),
    list: (name, fallback) =>
      value(
        name,
        env[name],
        (raw) =>
          raw
            .split(',')
            .map((item) => item.trim())
            .filter(Boolean),
        fallback,
      ),
    secret: (name, fallback) => value(name, secret(name), (raw) => raw, fallback),
    optionalSecret: (name) => {
      note(name);
      return secret(name) || undefined;
    },
    choice: (name, values) => {
      note(name);
      const known = env[name] ? values.find((each) => each === env[name]!.toLowerCase()) : undefined;
      if (env[name] && known === undefined) faults.push(`${name} is not one of ${values.join(', ')}`);
      return known;
    },
    parsed: (name, parse) => {
      const raw = secret(name);
      if (raw) return value(name, raw, parse, undefined);
      note(name);
      return undefined;
    },
    key: (name) => value(name, secret(name), parseKey, undefined),
  });
  if (faults.length) throw new ConfigError(faults);
  return config;
}

/** A parser of whole numbers from `least` to `most`, for `parsed`. */
export const between =
  (least: number, most: number) =>
  (raw: string): number | undefined =>
    /^\d{1,9}$/.test(raw) && Number(raw) >= least && Number(raw) <= most ? Number(raw) : undefined;

/** Every fault of the configuration at once. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly faults: string[];

  constructor(faults: string[]) {
    super(`Bad configuration: ${faults.join('; ')}`);
    this.faults = faults;
  }
}
