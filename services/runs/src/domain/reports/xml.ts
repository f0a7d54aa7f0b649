import { XMLBuilder } from 'fast-xml-parser';

/** Attributes begin with `@`, `#text` is the text; undefined values are left out. */
export interface XmlElement {
  [name: string]: string | number | XmlElement | XmlElement[] | undefined;
}

/** The characters that XML 1.0 does not allow, not even as a reference: control characters and lone surrogates. */
const UNWRITABLE = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;
/** Tabs and line ends of attributes are written as references: a parser would turn them into spaces. */
const REFERENCES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};
const escaping =
  (special: RegExp) =>
  (_name: string, value: unknown): string =>
    String(value)
      .replace(UNWRITABLE, '')
      .replace(special, (char) => REFERENCES[char]!);

const builder = new XMLBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  suppressBooleanAttributes: false,
  suppressEmptyNode: true,
  format: true,
  processEntities: false,
  attributeValueProcessor: escaping(/[&<>"\t\n\r]/g),
  tagValueProcessor: escaping(/[&<>\r]/g),
});

export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** Prints an element; texts may hold any characters. `inside` is XML already, and comes after its other content. */
export function printElement(name: string, element: XmlElement, inside: readonly string[] = []): string {
  const printed = builder.build({ [name]: element });
  if (inside.length === 0) return printed;
  const end = `</${name}>\n`;
  const open = printed.endsWith(end) ? printed.slice(0, -end.length) : printed.replace(/\/>\n$/, '>\n');
  return open + inside.join('') + end;
}
