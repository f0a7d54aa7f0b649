import { channel } from 'node:diagnostics_channel';
import { readFileSync, statSync } from 'node:fs';
import type { ServiceSetting } from '@assay/contract/areas/operator/documents';
import { namesSecret } from './security/redact.ts';
import { noteSecret } from './security/known-secrets.ts';
import type { AnySetting, Setting } from './settings/setting.ts';

export type Env = Record<string, string | undefined>;

/** Reads settings by their declarations. A fault of one is told with all others, when the last one was read. */
export interface EnvReader {
  /** The value of a setting, else `computed`, else its default. A setting without any of them is a fault. */
  read<Value>(setting: Setting<Value>, computed?: Value): Value;
  /** The value of a setting, else its default, else undefined. */
  optional<Value>(setting: Setting<Value>): Value | undefined;
  /** Whether a setting has a text, also a malformed one. */
  isSet(setting: AnySetting): boolean;
  /** Tells faults of several settings together. */
  refuse(...faults: string[]): void;
  /** A variable that is no setting of this process: one of the system, or of another process in this environment. */
  variable(name: string): string | undefined;
  /** Every setting that was read so far, without values that could be a secret; it grows with each further one. */
  readonly settings: readonly ServiceSetting[];
}

/** Gets the declaration of every setting that a process reads. */
export const settingReads = channel('assay:setting-read');

/** Reads settings from the environment, then fails once with the whole list of missing and malformed ones. */
export function readEnv<T>(env: Env, read: (reader: EnvReader) => T): T {
  // Also of other processes: on one machine they share the environment.
  for (const [name, value] of Object.entries(env)) if (value && namesSecret(name)) noteSecret(value);
  const reader = new SettingsReader(env);
  let config: T | undefined;
  try {
    config = read(reader);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    reader.refuse(...error.faults);
  }
  if (reader.faults.length > 0) throw new ConfigError(reader.faults);
  return config as T;
}

/** Reads several configurations, then fails once with the faults of all. */
export function loadAll<Configs extends readonly unknown[]>(
  ...loaders: { [At in keyof Configs]: () => Configs[At] }
): Configs {
  const faults = new Set<string>();
  const configs = loaders.map((load) => {
    try {
      return load();
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      for (const fault of error.faults) faults.add(fault);
      return undefined;
    }
  });
  if (faults.size > 0) throw new ConfigError([...faults]);
  return configs as unknown as Configs;
}

/** The methods are properties, so that readers of few settings take them apart. */
class SettingsReader implements EnvReader {
  readonly settings: ServiceSetting[] = [];
  readonly #env: Env;
  readonly #faults = new Set<string>();
  readonly #texts = new Map<string, string>();

  constructor(env: Env) {
    this.#env = env;
  }

  get faults(): string[] {
    return [...this.#faults];
  }

  readonly read = <Value>(setting: Setting<Value>, computed?: Value): Value => {
    const value = this.#value(setting, computed);
    if (value === undefined && !this.#isFaulty(setting)) this.#faults.add(`${setting.name} is missing`);
    return value as Value;
  };

  readonly optional = <Value>(setting: Setting<Value>): Value | undefined => this.#value(setting);

  readonly isSet = (setting: AnySetting): boolean => {
    settingReads.publish(setting);
    this.#note(setting, undefined);
    return Boolean(this.#text(setting));
  };

  readonly variable = (name: string): string | undefined => this.#env[name] || undefined;

  readonly refuse = (...faults: string[]): void => {
    for (const fault of faults) this.#faults.add(fault);
  };

  #value<Value>(setting: Setting<Value>, computed?: Value): Value | undefined {
    settingReads.publish(setting);
    const raw = this.#text(setting);
    const value = raw ? this.#parsed(setting, raw) : (computed ?? setting.facts.default);
    this.#note(setting, value);
    return value;
  }

  #parsed<Value>(setting: Setting<Value>, raw: string): Value | undefined {
    try {
      const value = setting.parse(raw);
      if (value === undefined) this.#faults.add(`${setting.name} ${setting.fault}`);
      return value;
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      this.refuse(...error.faults);
      return undefined;
    }
  }

  #text(setting: AnySetting): string {
    const known = this.#texts.get(setting.name);
    if (known !== undefined) return known;
    const raw = (this.#fileOf(setting) ? this.#contentOf(setting) : this.#env[setting.name]) ?? '';
    if (raw && setting.facts.isSecret) noteSecret(raw);
    this.#texts.set(setting.name, raw);
    return raw;
  }

  #contentOf(setting: AnySetting): string | undefined {
    try {
      return contentOf(this.#fileOf(setting)!);
    } catch {
      this.#faults.add(unreadable(setting));
      return undefined;
    }
  }

  #fileOf(setting: AnySetting): string | undefined {
    return setting.mayBeFile ? this.#env[setting.fileName] : undefined;
  }

  /** Whether a setting without a value has a fault already: it is malformed, or its file cannot be read. */
  #isFaulty(setting: AnySetting): boolean {
    return Boolean(this.#text(setting)) || this.#faults.has(unreadable(setting));
  }

  #note(setting: AnySetting, found: unknown): void {
    const { name } = setting;
    if (this.settings.some((known) => known.name === name)) return;
    const source = this.#fileOf(setting) ? 'file' : this.#env[name] ? 'environment' : 'default';
    const isShown = typeof found === 'number' || typeof found === 'boolean';
    this.settings.push({ name, source, ...(isShown && { value: String(found) }) });
  }
}

/** The texts of pipes, which can be read once: all parts of a process that read one of them share its text. */
const pipeTexts = new Map<string, string>();

function contentOf(path: string): string {
  const known = pipeTexts.get(path);
  if (known !== undefined) return known;
  const isPipe = statSync(path).isFIFO();
  const text = readFileSync(path, 'utf8').trim();
  if (isPipe) pipeTexts.set(path, text);
  return text;
}

const unreadable = ({ fileName }: AnySetting): string => `${fileName} cannot be read`;

/** Every fault of the configuration at once. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly faults: string[];

  constructor(faults: string[]) {
    super(`Bad configuration: ${faults.join('; ')}`);
    this.faults = faults;
  }
}
