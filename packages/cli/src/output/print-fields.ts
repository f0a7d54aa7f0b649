import { visibleText } from './visible-text.ts';
import { printTime } from './print-time.ts';

/** The longest text of a field, in characters; a person sees its size and the option that shows it. */
const LONGEST = 400;

interface FieldStyle {
  usesUtc: boolean;
  now: number;
}

/** A document for a person: a line for each field, nested ones indented. Empty fields are left out. */
export function printFields(document: unknown, style: FieldStyle): string {
  return linesOf(document, style)
    .map((line) => `  ${line}\n`)
    .join('');
}

function linesOf(value: unknown, style: FieldStyle): string[] {
  if (Array.isArray(value))
    return value.flatMap((item) => linesOf(item, style).map((line, i) => `${i === 0 ? '- ' : '  '}${line}`));
  if (!isObject(value)) return [scalarText('', value, style)];
  const fields = Object.entries(value).filter(([, each]) => !isEmpty(each));
  const width = Math.max(0, ...fields.filter(([, each]) => isShort(each)).map(([name]) => name.length));
  return fields.flatMap(([name, each]) => {
    const title = visibleText(name);
    if (isShort(each)) return [`${title.padEnd(width)}  ${scalarText(name, each, style)}`];
    return [title, ...linesOf(each, style).map((line) => `  ${line}`)];
  });
}

/** The text of a value that fits on its line. Numbers named as moments are shown as times. */
export function scalarText(name: string, value: unknown, style: FieldStyle): string {
  if (Array.isArray(value)) return value.map((item) => scalarText(name, item, style)).join(', ');
  if (typeof value === 'number' && /(^at|At|since|until)$/.test(name)) return printTime(value, style);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const text = visibleText(String(value));
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}… ${text.length} characters, --json shows it`;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);
const isShort = (value: unknown): boolean =>
  Array.isArray(value) ? value.every((item) => typeof item !== 'object' || item === null) : !isObject(value);
