import { withoutTrailing } from '../text/trailing.ts';

/** The facts of a setting, which docs/settings.md lists. */
export interface SettingFacts<Value> {
  name: string;
  /** The value of a setting that is not set. */
  default?: Value;
  /** The default in Markdown, where it follows from other settings or from the machine. */
  defaultInWords?: string;
  /** Its value is masked in logs and errors, and may be in the file that `<name>_FILE` names. */
  isSecret?: true;
  /** Its value may be in a file as well, as the value of a secret. */
  mayBeFile?: true;
  /** Sentences in Markdown, without the bounds of a number and the words of a choice. */
  explanation: readonly string[];
}

/** The bounds of a number. */
interface Bounds {
  /** 0 unless it is told. */
  least?: number;
  most?: number;
}

/** The words of a setting about malformed text. */
type Faults<Value> = Pick<Setting<Value>, 'fault'> & Partial<Pick<Setting<Value>, 'bounds' | 'words'>>;

/** A setting, declared once in a file `settings.ts` or `…-settings.ts` of its room. */
export class Setting<Value> {
  readonly kind: 'text' | 'url' | 'integer' | 'switch' | 'list' | 'choice' | 'parsed';
  readonly facts: SettingFacts<Value>;
  /** Undefined for malformed text. May throw a ConfigError with faults of its own. */
  readonly parse: (raw: string) => Value | undefined;
  /** Says behind the name of the setting that its text is malformed. */
  readonly fault: string;
  /** The bounds of a number, or the words of a choice, behind "must be"; empty without any. */
  readonly bounds: string;
  /** The words of a choice. */
  readonly words: readonly string[];

  constructor(
    kind: Setting<Value>['kind'],
    facts: SettingFacts<Value>,
    parse: (raw: string) => Value | undefined,
    { fault, bounds = '', words = [] }: Faults<Value>,
  ) {
    this.kind = kind;
    this.facts = facts;
    this.parse = parse;
    this.fault = fault;
    this.bounds = bounds;
    this.words = words;
  }

  get name(): string {
    return this.facts.name;
  }

  /** The variable that names a file with its value. */
  get fileName(): string {
    return `${this.name}_FILE`;
  }

  get mayBeFile(): boolean {
    return this.facts.isSecret === true || this.facts.mayBeFile === true;
  }
}

/** A setting of any kind, as documents and checks list it. */
export type AnySetting = Setting<unknown>;

/** Whether a value that a module exports is a setting. */
export const isSetting = (value: unknown): value is AnySetting => value instanceof Setting;

/** Declares a text. */
export const textSetting = (facts: SettingFacts<string>) =>
  new Setting('text', facts, (raw) => raw, { fault: ANY_TEXT });

/** The parts that a URL has only where a setting allows them. */
export type UrlPart = 'credentials' | 'query';

/** Says behind the name of a setting that its text is no URL, or has a part that it must not have. */
export const urlFault = (allowed: readonly UrlPart[] = []): string => {
  const refused = [...(['credentials', 'query'] as const).filter((part) => !allowed.includes(part)), 'fragment'];
  return `must be an http or https URL without ${refused.join(', ').replace(/, (?=\w+$)/, ' and ')}`;
};

/** Whether a text is an http or https URL, with the allowed parts alone. */
export function isHttpUrl(raw: string, allowed: readonly UrlPart[] = []): boolean {
  const url = URL.parse(raw);
  if (!url || !/^https?:$/.test(url.protocol) || raw.includes('#')) return false;
  const hasCredentials = url.username !== '' || url.password !== '';
  return (!hasCredentials || allowed.includes('credentials')) && (!raw.includes('?') || allowed.includes('query'));
}

/** Declares an http or https URL, without the parts that `mayHave` does not name; the slashes at its end are dropped. */
export const urlSetting = ({ mayHave = [], ...facts }: SettingFacts<string> & { mayHave?: readonly UrlPart[] }) =>
  new Setting('url', facts, (raw) => (isHttpUrl(raw, mayHave) ? withoutTrailing(raw, '/') : undefined), {
    fault: urlFault(mayHave),
  });

/** Declares a whole number, which may have bounds. */
export const integerSetting = (facts: SettingFacts<number> & Bounds) => {
  const { least = 0, most = Infinity } = facts;
  const isWithin = (number: number) => number >= least && number <= most;
  const parse = (raw: string) => (/^-?\d{1,9}$/.test(raw) && isWithin(Number(raw)) ? Number(raw) : undefined);
  const bounds = boundsOf(facts);
  const fault = `must be a whole number, ${boundsOf({ ...facts, least })}`;
  return new Setting('integer', facts, parse, { fault, bounds });
};

/** Declares a switch: `true`, `on` or `1`, and `false`, `off` or `0`. */
export const switchSetting = (facts: SettingFacts<boolean>) =>
  new Setting('switch', facts, (raw) => SWITCHES.get(raw.toLowerCase()), {
    fault: 'must be true, on or 1, or else false, off or 0',
  });

/** Declares texts between commas; with a `pattern`, each has to match it, and `fault` says so. */
export const listSetting = ({
  pattern,
  fault = ANY_TEXT,
  ...facts
}: SettingFacts<string[]> & { pattern?: RegExp; fault?: string }) =>
  new Setting('list', facts, (raw) => itemsOf(raw, pattern), { fault });

/** Declares one of several words, in upper or lower case. */
export const choiceSetting = <const Word extends string>(facts: SettingFacts<Word>, words: readonly Word[]) =>
  new Setting<Word>('choice', facts, (raw) => words.find((word) => word === raw.toLowerCase()), {
    fault: `is not one of ${words.join(', ')}`,
    bounds: `one of ${words.map((word) => `\`${word}\``).join(', ')}`,
    words,
  });

/** Declares a setting that has a form of its own. `fault` says what its text must be. */
export const parsedSetting = <Value>(
  { fault, ...facts }: SettingFacts<Value> & { fault: string },
  parse: (raw: string) => Value | undefined,
) => new Setting('parsed', facts, parse, { fault });

function itemsOf(raw: string, pattern = /^/): string[] | undefined {
  const items = raw
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);
  return items.every((item) => pattern.test(item)) ? items : undefined;
}

/** Of kinds that take any text. */
const ANY_TEXT = 'must be a text';

const SWITCHES = new Map([
  ['true', true],
  ['on', true],
  ['1', true],
  ['false', false],
  ['off', false],
  ['0', false],
]);

function boundsOf({ least, most }: Bounds): string {
  if (least !== undefined && most !== undefined) return `between ${least} and ${most}`;
  if (least !== undefined) return `at least ${least}`;
  return most === undefined ? '' : `at most ${most}`;
}
