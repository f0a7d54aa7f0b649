import { SuiteFile } from '@assay/contract/areas/suite-files/documents';
import { Document, isScalar, visit, type Scalar } from 'yaml';
import { withSchemaKeyOrder, type OrderedSchema } from './key-order.ts';

/** A line that begins with a visible character and has no control character or line separator. */
const PLAIN_LINE = /^[^\s\p{C}][^\p{C}\p{Zl}\p{Zp}]*$/u;

/** Writes a suite file: equal files have equal texts, and parsing gives the same value. */
export function printSuiteFile(file: SuiteFile, format: 'yaml' | 'json'): string {
  const ordered = withSchemaKeyOrder(file, SuiteFile as OrderedSchema);
  if (format === 'json') return `${JSON.stringify(ordered, null, 2)}\n`;
  const document = new Document(ordered, { schema: 'core', aliasDuplicateObjects: false });
  visit(document, { Scalar: (key, node) => style(node, key === 'key') });
  return document.toString({ lineWidth: 0 });
}

/** Quotes text that a parser could read as another type. */
function style(node: Scalar, isKey: boolean): void {
  const { value } = node;
  if (!isScalar(node) || typeof value !== 'string') return;
  if (isKey && value === '<<') node.type = 'QUOTE_DOUBLE';
  else if (value.includes('\n') && !hasPlainLines(value)) node.type = 'QUOTE_DOUBLE';
}

/** Whether a block scalar preserves a text exactly; other texts are quoted. */
const hasPlainLines = (text: string): boolean =>
  text
    .replace(/\n$/, '')
    .split('\n')
    .every((line) => PLAIN_LINE.test(line));
