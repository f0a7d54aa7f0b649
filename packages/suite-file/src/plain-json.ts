/** A text of JSON, to its end or to the end of the line: each pattern matches wherever it begins, so a pass is linear. */
const TEXT = String.raw`"(?:[^"\\\n]|\\.)*"?`;
const COMMENTS = new RegExp(String.raw`${TEXT}|//[^\n]*|/\*(?:[^*]|\*(?!/))*(?:\*/)?`, 'g');
const TRAILING_COMMAS = new RegExp(String.raw`${TEXT}|,(?=[ \t\r\n]*[}\]])`, 'g');

/** The text with blanks for the comments and trailing commas that editors allow, so that the places in messages stay. */
export const plainJson = (text: string): string => blanked(blanked(text, COMMENTS), TRAILING_COMMAS);

const blanked = (text: string, pattern: RegExp): string =>
  text.replace(pattern, (found) => (found.startsWith('"') ? found : found.replace(/[^\r\n]/g, ' ')));
