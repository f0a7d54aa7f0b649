import type { ListName } from '../../canonical.ts';
import { quoteText } from '../../quote-text.ts';
import {
  checkEachItem,
  checkServer,
  type LintFault,
  type LintSubject,
  type LintRule,
  type RuleMessage,
} from '../rule.ts';
import { textsIn } from '../walk.ts';

/** Longer texts are cut before they are checked, in characters. */
const MAX_CHARACTERS = 100_000;
const LISTS: ListName[] = ['tools', 'resources', 'resourceTemplates', 'prompts'];

/**
 * Invisible characters, or characters that turn text around. Legitimate uses in scripts and emoji are removed
 * beforehand.
 */
const HIDDEN =
  // oxlint-disable-next-line no-control-regex, no-misleading-character-class
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e007f}\u{e0100}-\u{e01ef}]|[\ufe00-\ufe0f]{2}|(?<![\p{Emoji}\p{Ideographic}\p{S}])[\ufe00-\ufe0f]/u;
/** Joiners between letters of scripts that join, and between emoji; one mark of direction; flags in tag characters. */
const JOINING =
  '\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Mongolian}\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Gurmukhi}\\p{Script=Gujarati}\\p{Script=Oriya}\\p{Script=Tamil}\\p{Script=Telugu}\\p{Script=Kannada}\\p{Script=Malayalam}\\p{Script=Sinhala}\\p{Script=Khmer}';
const WRITTEN = new RegExp(
  [
    `(?<=[${JOINING}]\\p{M}*)[\\u200c\\u200d](?=[${JOINING}])`,
    '(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f])\\u200d(?=\\p{Extended_Pictographic})',
    '(?<![\\u200e\\u200f])[\\u200e\\u200f](?![\\u200e\\u200f])',
    '(?<=\\u{1f3f4})[\\u{e0020}-\\u{e007e}]{1,16}\\u{e007f}',
  ].join('|'),
  'gu',
);

const LATER = '(?:previous|prior|above|earlier|preceding|foregoing|system)';
const TOLD = '(?:instructions?|prompts?|guidelines?|directions?|rules?|orders?)';
/** Phrases that address the model instead of describing the item. */
const ORDERS = [
  new RegExp(
    `\\b(?:ignore|disregard|forget|override)\\s+(?:(?:all|any|the|your|of|these|those)\\s+){0,4}${LATER}\\s+${TOLD}`,
    'i',
  ),
  new RegExp(
    `\\b(?:ignore|disregard|forget|override)\\s+(?:(?:all|any|the|your|of|these|those)\\s+){0,4}${TOLD}\\s+(?:above|before|given)\\b`,
    'i',
  ),
  /\b(?:ignore|disregard|forget)\s+(?:everything|anything|all)\s+(?:above|before|said|you were told)\b/i,
  /\b(?:do\s+not|don't|never)\s+(?:tell|inform|alert|notify)\s+(?:the\s+|any\s+)?(?:user|human)s?\b/i,
  /\b(?:do\s+not|don't|never)\s+(?:mention|reveal|disclose|show)\s+(?:this|that|it|these|any of this|the above)\b[^.\n]{0,40}\b(?:user|human|anyone)/i,
  /<\/?(?:important|system|instructions?|secret|hidden)>/i,
  /\bbefore\s+(?:using|calling|invoking)\s+(?:this|any)(?:\s+other)?\s+tools?,?\s+(?:you\s+must\s+|always\s+)?(?:read|send|fetch|open|call|include)\b/i,
  /\b(?:read|send|open|include|attach|upload|cat)\b[^.\n]{0,40}(?:(?:~|\$HOME|\/home\/\w{1,40})\/\.(?:ssh|aws|config|cursor)\b|\bid_rsa\b)/i,
  /\b(?:you\s+are\s+now|act\s+as)\s+(?:an?\s+)?(?:unrestricted|different|jailbroken)\b/i,
  /\breveal\s+(?:your|the)\s+system\s+prompt\b/i,
];

/** Keys with a recognizable form of their issuers. */
const SECRETS: [string, RegExp][] = [
  ['an AWS access key', /\b(?:AKIA|ASIA)(?![0-9A-Z]{9}EXAMPLE\b)[0-9A-Z]{16}\b/],
  ['a GitHub token', /\b(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_\w{50})/],
  ['a GitLab token', /\bglpat-[\w-]{20}/],
  ['a Google API key', /\bAIza[\w-]{35}/],
  ['a Slack token', /\bxox[abprs]-\d[\w-]{10}/],
  ['a Stripe key', /\b[sr]k_live_[A-Za-z0-9]{20}/],
  ['an API key', /\bsk-(?=[\w-]{0,60}\d)(?:proj-|ant-)?[A-Za-z0-9][\w-]{28}/],
  ['an npm token', /\bnpm_[A-Za-z0-9]{36}/],
  ['a Hugging Face token', /\bhf_[A-Za-z]{30}/],
  [
    'a password in a URL',
    /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:@/]{1,64}:(?!(?:pass(?:word|wd)?|secret|pw|x+|\*+)@)[^\s:@/<>{}$]{3,64}@/i,
  ],
  ['a private key', /-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----/],
  ['a signed token', /\beyJ[\w-]{10,500}\.eyJ[\w-]{10,1000}\.[\w-]{20}/],
];

/** Checks every text of every item, and the instructions. */
const everyText = (tell: (text: string) => string | undefined) => {
  const told = (path: string, text: string): RuleMessage[] => {
    const message = tell(text.slice(0, MAX_CHARACTERS));
    return message === undefined ? [] : [{ path, message }];
  };
  const checks = [
    ...LISTS.map((list) => checkEachItem(list, (item) => textsIn(item).flatMap(({ path, text }) => told(path, text)))),
    checkServer(({ surface: { instructions = '' } }) => told('/instructions', instructions)),
  ];
  return (subject: LintSubject): LintFault[] => checks.flatMap((check) => check(subject));
};

const around = (text: string, at: number, length: number): string =>
  quoteText(text.slice(Math.max(0, at - 20), at + length + 20));

export const textRules: LintRule[] = [
  {
    id: 'hidden-characters',
    severity: 'error',
    costs: 'a person cannot review what models read',
    asks: 'Texts have no characters that people do not see.',
    fix: 'Remove them: models read what people cannot see.',
    check: everyText((text) => {
      if (!HIDDEN.test(text)) return undefined;
      const left = text.replace(WRITTEN, '');
      const at = left.search(HIDDEN);
      return at < 0 ? undefined : `The text has a character that is not seen: ${around(left, at, 1)}.`;
    }),
  },
  {
    id: 'orders-to-model',
    severity: 'warning',
    costs: 'models may follow it, clients may block it',
    asks: 'Texts describe, and do not give orders to the model that reads them.',
    fix: 'Say what the item does; a client may take such text for an attack.',
    check: everyText((text) => {
      const found = ORDERS.map((order) => order.exec(text)).find((match) => match !== null);
      return found
        ? `The text reads like an order to the model: ${around(text, found.index, found[0].length)}.`
        : undefined;
    }),
  },
  {
    id: 'secret-in-declaration',
    severity: 'error',
    costs: 'every client and model reads the key',
    asks: 'Texts and examples hold no keys.',
    fix: 'Revoke the key, and put a placeholder in its place.',
    check: everyText((text) => {
      const found = SECRETS.find(([, look]) => look.test(text));
      return found ? `The text holds what looks like ${found[0]}.` : undefined;
    }),
  },
];
