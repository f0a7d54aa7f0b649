import { hash, timingSafeEqual } from 'node:crypto';
import { ConfigError } from '@assay/kit/env';

/** How the operator's keys begin. */
export const OPERATOR_KEY_PREFIX = 'op_';
const KEY = /^op_[\w-]{32,247}$/;
const ID_CHARS = 8;

interface KnownKey {
  digest: Buffer;
  /** Names the key in logs. */
  id: string;
}

/** The keys of the operator of an installation: their hashes alone. Several are valid while one replaces another. */
export class OperatorKeys {
  readonly #known: KnownKey[];

  constructor(keys: readonly string[]) {
    this.#known = keys.map((key) => {
      const digest = digestOf(key);
      return { digest, id: `operator-${digest.toString('hex').slice(0, ID_CHARS)}` };
    });
  }

  /** The id of a key; undefined for any other text. The time does not depend on the key, nor on the place where it differs. */
  find(key: string): string | undefined {
    const digest = digestOf(key);
    const fitting = this.#known.filter((known) => timingSafeEqual(known.digest, digest));
    return fitting[0]?.id;
  }
}

const digestOf = (key: string): Buffer => hash('sha256', key, 'buffer');

/** Says behind the name of the setting that its text is malformed. */
export const OPERATOR_KEYS_FAULT =
  'is not one or several keys between commas: each is op_ and at least 32 letters, digits, - or _';

/** The keys between commas. @throws ConfigError for a text that is no key, or that is guessed too easily. */
export function operatorKeysOf(raw: string): OperatorKeys {
  const keys = raw.split(',').map((key) => key.trim());
  if (!keys.every((key) => KEY.test(key))) throw new ConfigError([`OPERATOR_KEY ${OPERATOR_KEYS_FAULT}`]);
  return new OperatorKeys(keys);
}
