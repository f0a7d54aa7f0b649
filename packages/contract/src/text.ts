import { Type } from './type.ts';

// Postgres stores no NUL in text, so text that we store must not contain one.

/** Characters that renderers may ignore, such as characters that change the direction of a text. */
const UNSEEN = '\\p{Default_Ignorable_Code_Point}';
/** Controls, line ends, unpaired surrogates, and characters that are drawn as nothing. */
const UNFIT = '\\p{Cc}\\p{Cs}\\p{Zl}\\p{Zp}\\u2800\\ufff9-\\ufffb';
const VISIBLE = `[^${UNFIT}${UNSEEN}]`;

const PICTURE = '[\\p{Extended_Pictographic}\\p{Emoji_Modifier}]';
/** Selects text or colour style. */
const STYLE = '[\\ufe0e\\ufe0f]';
const REGION = '[\\u{e0030}-\\u{e0039}\\u{e0061}-\\u{e007a}]';
const JOINER = '[\\u200c\\u200d]';
/** Signs of Indic scripts that join a consonant to the next one, or separate the two. */
const VIRAMA =
  '[\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0bcd\\u0c4d\\u0ccd\\u0d3b\\u0d3c\\u0d4d\\u0dca\\u1039\\u103a\\u17d2]';
const CURSIVE_SCRIPTS = ['Arabic', 'Syriac', 'Mandaic', 'Nko', 'Mongolian', 'Phags_Pa', 'Adlam', 'Hanifi_Rohingya'];
const CURSIVE = `(?!${UNSEEN})(?=[\\p{L}\\p{M}])[${CURSIVE_SCRIPTS.map((script) => `\\p{Script_Extensions=${script}}`).join('')}]`;
const MONGOLIAN = '(?=\\p{L})\\p{Script=Mongolian}';

const between = (before: string, sign: string, after = '') => `(?<=${before})${sign}(?=${after})`;

/**
 * Places where an invisible sign changes how its neighbours look: in emoji, in cursive and Indic scripts, and behind
 * ideographs.
 */
const NEEDED = [
  between('[#*0-9]', STYLE, '\\u20e3'),
  between(PICTURE, STYLE),
  between(`${PICTURE}${STYLE}?`, '\\u200d', PICTURE),
  between(`\\u{1f3f4}${REGION}{0,5}`, REGION, `${REGION}{0,5}\\u{e007f}`),
  between(`\\u{1f3f4}${REGION}{2,6}`, '\\u{e007f}'),
  between(CURSIVE, JOINER, CURSIVE),
  between(MONGOLIAN, '[\\u180b-\\u180d\\u180f]'),
  between(MONGOLIAN, '\\u180e', MONGOLIAN),
  between(VIRAMA, JOINER, '[\\p{L}\\p{M}]'),
  between('[\\p{L}\\p{M}]', '\\u200d', VIRAMA),
  between('\\u0d4d', '\\u200d'),
  between('\\p{Ideographic}', '[\\u{e0100}-\\u{e01ef}]'),
].join('|');

/** Characters that a name must not hold at their place. */
export const HIDDEN_CHARACTERS = `[${UNFIT}]|(?!${NEEDED})${UNSEEN}`;

// Generators of clients and of samples understand no lookbehind and few classes of Unicode: the printed contract has a
// simpler pattern (`x-prints`), which accepts all that the checked one accepts.
const PRINTED_LINE = '^[^\\S\\u0000-\\u001f]*[^\\s\\u0000-\\u001f\\u007f][^\\u0000-\\u001f\\u007f]*$';

// Each character matches in exactly one way. An ambiguous pattern would backtrack exponentially.
const LINE = `^(?!\\s*$)(?:${VISIBLE}|(?=${NEEDED})${UNSEEN})+$`;

/**
 * A name on one line, not blank. It is checked and stored in normal form NFC and without blanks around it. Invisible
 * characters are refused unless the surrounding emoji or script needs them. Two names may still look alike: letters of
 * several scripts do, and so does an emoji with and without its style.
 */
export const Name = (options: object = {}) =>
  Type.String({
    minLength: 1,
    maxLength: 200,
    pattern: LINE,
    'x-prints': PRINTED_LINE,
    'x-normalize': 'NFC',
    'x-says': 'must be one line of characters that can be seen',
    ...options,
  });

/** A reference to a stored object by name, normalized as names are. */
export const NameReference = (options: object = {}) => Type.String({ minLength: 1, 'x-normalize': 'NFC', ...options });

/** Text of any number of lines, up to `maxLength` characters. */
export const Prose = (maxLength: number, options: object = {}) =>
  Type.String({ maxLength, pattern: '^[^\\u0000]*$', ...options });

const MAILBOX_PART = `(?:(?![\\s@])${VISIBLE})+`;

/** The address of a mailbox: one `@` and no blanks; a host without a dot may be a local one. */
export const Email = (options: object = {}) =>
  Type.String({
    maxLength: 254,
    pattern: `^${MAILBOX_PART}@${MAILBOX_PART}$`,
    'x-prints': '^[^\\s@]+@[^\\s@]+$',
    'x-says': 'must be the address of a mailbox, with one @ and no blanks',
    ...options,
  });
