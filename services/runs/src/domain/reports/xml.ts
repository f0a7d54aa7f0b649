/** What XML 1.0 has no place for, also not as a reference: control characters and half characters. */
const UNWRITABLE = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;
const REFERENCES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

/** A stranger's text as it can stand in an attribute or an element. */
const written = (text: string): string =>
  text.replace(UNWRITABLE, '').replace(/[&<>"\t\n\r]/g, (char) => REFERENCES[char]!);

type Value = string | number;

/** An element of XML; attributes that are undefined are left out. `children` are XML already, `text` is not. */
export function element(
  name: string,
  attributes: Record<string, Value | undefined>,
  { children = '', text = '' }: { children?: string; text?: string } = {},
): string {
  const pairs = Object.entries(attributes)
    .flatMap(([key, value]) => (value === undefined ? [] : [` ${key}="${written(String(value))}"`]))
    .join('');
  const content = `${children}${written(text)}`;
  return content === ''
    ? `<${name}${pairs}/>\n`
    : `<${name}${pairs}>${children === '' ? '' : '\n'}${content}</${name}>\n`;
}
