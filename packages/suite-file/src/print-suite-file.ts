import { SuiteFile } from '@assay/contract/areas/suite-files/documents';
import { Document, isScalar, visit, type Scalar } from 'yaml';
import { withSchemaKeyOrder, type Schema } from './key-order.ts';

/** Text that a block scalar preserves exactly; other text is quoted. */
const PLAIN_LINES = /^(?:[^\s\p{C}][^\p{C}\p{Zl}\p{Zp}]*\n?)+$/u;

/** Writes a suite file: equal files have equal texts, and parsing gives the same value. */
export function printSuiteFile(file: SuiteFile, format: 'yaml' | 'json'): string {
  const ordered = withSchemaKeyOrder(file, SuiteFile as Schema);
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
  else if (value.includes('\n') && !PLAIN_LINES.test(value)) node.type = 'QUOTE_DOUBLE';
}
