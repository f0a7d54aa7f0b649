import { parsedSetting, type SettingFacts } from '../settings/setting.ts';

/** A URL of Postgres, or the form of a socket that its client takes: `socket:/folder?db=name`, `/folder name`. */
const FORM = /^(?:postgres(?:ql)?:\/\/|socket:\/|\/)/i;

/** Declares the URL of a database, which is a secret: it has a password. */
export const databaseSetting = (facts: Omit<SettingFacts<string>, 'isSecret'>) =>
  parsedSetting({ ...facts, isSecret: true, fault: 'must be a postgres:// or postgresql:// URL' }, databaseIn);

function databaseIn(raw: string): string | undefined {
  if (!FORM.test(raw)) return undefined;
  // The host may be absent, also behind a user: `postgres://user@/name?host=/folder`.
  return raw.startsWith('/') || URL.canParse(raw) || URL.canParse(raw.replace('@/', '@host/')) ? raw : undefined;
}
