import type { ListName } from '../../canonical.ts';
import { quoted } from '../../quoted.ts';
import { each, ofServer, type Fault, type LintSubject, type Rule, type Told } from '../rule.ts';
import { textsIn } from '../walk.ts';

/** Nobody needs more of an item to see what it is about. */
const MAX_CHARACTERS = 100_000;
const LISTS: ListName[] = ['tools', 'resources', 'resourceTemplates', 'prompts'];

/** What cannot be seen, or turns text around. Emoji are joined by U+200D. */
// oxlint-disable-next-line no-control-regex, no-misleading-character-class
const HIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e007f}\u{e0100}-\u{e01ef}]|(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d/u;

/** What is said to the model rather than about the item. */
const ORDERS = [
  /\b(?:ignore|disregard|forget|override)\s(?:all\s|any\s|the\s|your\s){0,2}(?:previous|prior|above|earlier|preceding|system)\s(?:instructions?|prompts?|messages?|rules?)/i,
  /\b(?:do not|don't|never)\s(?:tell|inform|mention|reveal|show|let)\s[^.\n]{0,40}\b(?:user|human|anyone)\b/i,
  /<\/?(?:important|system|instructions?|secret|hidden)>/i,
  /\bbefore (?:using|calling|invoking) (?:this|any)(?: other)? tools?,? (?:you must |always )?(?:read|send|fetch|open|call|include)\b/i,
  /(?:~|\$HOME|\/home\/\w{1,40})\/\.(?:ssh|aws|config|cursor)\b|\bid_rsa\b/i,
  /\b(?:you are now|act as) (?:an? )?(?:unrestricted|different|new|jailbroken)\b/i,
  /\breveal (?:your|the) system prompt\b/i,
];

/** Keys by the look that their issuers gave them. */
const SECRETS: [string, RegExp][] = [
  ['an AWS access key', /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/],
  ['a GitHub token', /\b(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_\w{50})/],
  ['a GitLab token', /\bglpat-[\w-]{20}/],
  ['a Google API key', /\bAIza[\w-]{35}/],
  ['a Slack token', /\bxox[abprs]-\d[\w-]{10}/],
  ['a Stripe key', /\b[sr]k_live_[A-Za-z0-9]{20}/],
  ['an API key', /\bsk-(?=[\w-]{0,60}\d)(?:proj-|ant-)?[A-Za-z0-9][\w-]{28}/],
  ['a private key', /-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----/],
  ['a signed token', /\beyJ[\w-]{10,500}\.eyJ[\w-]{10,1000}\.[\w-]{20}/],
];

/** Looks at every text of every item, and at the instructions. */
const everyText = (tell: (text: string) => string | undefined) => {
  const told = (path: string, text: string): Told[] => {
    const message = tell(text.slice(0, MAX_CHARACTERS));
    return message === undefined ? [] : [{ path, message }];
  };
  const checks = [
    ...LISTS.map((list) => each(list, (item) => textsIn(item).flatMap(({ path, text }) => told(path, text)))),
    ofServer(({ surface: { instructions = '' } }) => told('/instructions', instructions)),
  ];
  return (subject: LintSubject): Fault[] => checks.flatMap((check) => check(subject));
};

const around = (text: string, at: number, length: number): string => quoted(text.slice(Math.max(0, at - 20), at + length + 20));

export const texts: Rule[] = [
  {
    id: 'hidden-characters', severity: 'error', asks: 'Texts have no characters that people do not see.', fix: 'Remove them: models read what people cannot see.',
    check: everyText((text) => {
      const at = text.search(HIDDEN);
      return at < 0 ? undefined : `The text has a character that is not seen: ${around(text, at, 1)}.`;
    }),
  },
  {
    id: 'orders-to-model', severity: 'warning', asks: 'Texts describe, and do not give orders to the model that reads them.', fix: 'Say what the item does; a client may take such text for an attack.',
    check: everyText((text) => {
      const found = ORDERS.map((order) => order.exec(text)).find((match) => match !== null);
      return found ? `The text reads like an order to the model: ${around(text, found.index, found[0].length)}.` : undefined;
    }),
  },
  {
    id: 'secret-in-declaration', severity: 'error', asks: 'Texts and examples hold no keys.', fix: 'Revoke the key, and put a placeholder in its place.',
    check: everyText((text) => {
      const found = SECRETS.find(([, look]) => look.test(text));
      return found ? `The text holds what looks like ${found[0]}.` : undefined;
    }),
  },
];
