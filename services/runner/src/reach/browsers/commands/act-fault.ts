import { stripVTControlCharacters } from 'node:util';
import { CommandFault } from '../command-fault.ts';

/** The reasons in the call log of playwright why an element could not be acted on, the most telling first. */
const REASONS: [RegExp, CommandFault['code'], (what: string, match: RegExpMatchArray) => string][] = [
  [/element is not enabled/, 'TARGET_NOT_READY', (what) => `${what} is disabled.`],
  [/element is not visible/, 'TARGET_NOT_READY', (what) => `${what} is not visible.`],
  [/element is not stable/, 'TARGET_NOT_READY', (what) => `${what} does not stop moving.`],
  [/element is outside of the viewport/, 'TARGET_NOT_READY', (what) => `${what} cannot be scrolled into view.`],
  [
    /element is not editable|Element is not an <input>|" cannot be filled/,
    'TARGET_NOT_READY',
    (what) => `${what} takes no text.`,
  ],
  [
    /Malformed value/,
    'INVALID_COMMAND',
    (what) => `${what} is a date or a colour: write it as 2026-01-31, 13:45 or #aabbcc.`,
  ],
  [/Cannot type text into input\[type=number\]/, 'INVALID_COMMAND', (what) => `${what} takes numbers alone.`],
  [/Unknown key: "(.*?)"/, 'INVALID_COMMAND', (_what, [, key = '']) => `There is no key "${key}".`],
  [
    /Element is not attached|element was detached/,
    'TARGET_STALE',
    (what) => `${what} left the page during the command.`,
  ],
];

/** The end of the line that names what lies over an element. */
const COVERS = ' intercepts pointer events';

/** The fault in words for an error of playwright that the target explains; any other error as it is. */
export function actFault(error: unknown, what: string): unknown {
  if (error instanceof CommandFault || !(error instanceof Error)) return error;
  const log = stripVTControlCharacters(error.message);
  const cover = log.split('\n').find((line) => line.trimEnd().endsWith(COVERS));
  if (cover !== undefined) {
    const element = cover
      .slice(Math.max(0, cover.indexOf('<')))
      .replace(COVERS, '')
      .slice(0, 200);
    return new CommandFault('TARGET_COVERED', `${what} is covered by ${element}: close that first, or scroll.`);
  }
  for (const [pattern, code, say] of REASONS) {
    const match = pattern.exec(log);
    if (match) return new CommandFault(code, say(what, match));
  }
  return error;
}
