import { serviceNames } from '@assay/contract/services';
import { ConfigError, readEnv, settingReads, type Env } from '@assay/kit/env';
import { logLevel } from '@assay/kit/settings/process-settings';
import type { AnySetting } from '@assay/kit/settings/setting';
import { processSettings } from '@assay/kit/start';
import { loadSettings } from '@assay/local/settings';
import { loadConfig as loadMigrateConfig, loadRekeyConfig } from '@assay/migrate/config';

type Load = (env: Env) => unknown;

/** The processes that serve an installation. */
export const servingNames = ['gateway', ...serviceNames, 'runner'];

/** The functions with which each process reads its settings, in the order of the page. */
const loadersOf = async (): Promise<Map<string, Load[]>> =>
  new Map([
    ...(await Promise.all(
      servingNames.map(async (name): Promise<[string, Load[]]> => {
        const { loadConfig } = (await import(`@assay/${name}/config`)) as { loadConfig: Load };
        return [name, [(env) => readEnv(env, processSettings), loadConfig]];
      }),
    )),
    ['migrate', [(env) => logLevel(env), loadMigrateConfig, loadRekeyConfig]],
    ['npm start', [loadSettings]],
  ]);

/** A setting that a process reads. */
export interface SettingRead {
  setting: AnySetting;
  /** The setting without which the process does not read it, if there is one. */
  condition: AnySetting | undefined;
}

/**
 * The settings that each process reads: without any set, and with each one of them set, which makes some processes read
 * further ones.
 */
export async function settingsOfProcesses(): Promise<Map<string, SettingRead[]>> {
  const found = new Map<string, SettingRead[]>();
  for (const [name, loaders] of await loadersOf()) found.set(name, await readsOf(loaders));
  return found;
}

/** The names of all variables that a process looks up in its environment. */
export async function variablesOfProcesses(): Promise<Map<string, Set<string>>> {
  const found = new Map<string, Set<string>>();
  for (const [name, loaders] of await loadersOf()) {
    const seen = new Set<string>();
    const env = new Proxy<Env>({}, { get: (_, variable) => void seen.add(String(variable)) });
    for (const load of loaders) await settingsReadIn(load, env);
    found.set(name, seen);
  }
  return found;
}

async function readsOf(loaders: Load[]): Promise<SettingRead[]> {
  /** By name: a setting that is declared by mistake with each read is another object each time. */
  const found = new Map<string, SettingRead>();
  const explore = async (env: Env, condition: AnySetting | undefined): Promise<void> => {
    const read = new Set<AnySetting>();
    for (const load of loaders) for (const setting of await settingsReadIn(load, env)) read.add(setting);
    const further = [...read].filter(({ name }) => !found.has(name));
    for (const setting of further) found.set(setting.name, { setting, condition });
    for (const setting of further) await explore({ ...env, [setting.name]: sampleOf(setting) }, condition ?? setting);
  };
  await explore({}, undefined);
  return [...found.values()];
}

/** A text of the kind of a setting. A form of its own may make it a fault, with which a process reads on. */
function sampleOf({ kind, facts, words }: AnySetting): string {
  if (kind === 'switch') return String(facts.default !== true);
  if (kind === 'integer') return '1';
  if (kind === 'url') return 'http://127.0.0.1:1';
  return words[0] ?? 'sample';
}

/** The settings that a process reads in an environment, also when that lacks some. */
async function settingsReadIn(load: Load, env: Env): Promise<Set<AnySetting>> {
  const seen = new Set<AnySetting>();
  const note = (setting: unknown) => void seen.add(setting as AnySetting);
  settingReads.subscribe(note);
  try {
    await load(env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
  } finally {
    settingReads.unsubscribe(note);
  }
  return seen;
}
