import { quoteText } from '../quote-text.ts';

const CHARACTER = '(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2})';
const VARIABLE = `${CHARACTER}(?:\\.?${CHARACTER})*(?::[1-9][0-9]{0,3}|\\*)?`;
const EXPRESSION = new RegExp(`^[+#./;?&]?${VARIABLE}(?:,${VARIABLE})*$`);
// oxlint-disable-next-line no-control-regex
const NO_LITERAL = /[\u0000-\u0020"'<>\\^`{|}\u007f]/;

/** How a text breaks the syntax of URI templates (RFC 6570), in words; undefined when it is valid. */
export function templateFault(template: string): string | undefined {
  if (template === '') return 'is empty';
  const parts = template.split(/\{([^{}]*)\}/);
  for (const [i, part] of parts.entries()) {
    const isExpression = i % 2 === 1;
    if (isExpression && !EXPRESSION.test(part))
      return `has the expression ${quoteText(part)}, which RFC 6570 does not know`;
    if (!isExpression && NO_LITERAL.test(part))
      return /[{}]/.test(part) ? 'has a brace without its counterpart' : 'has characters that a URI cannot hold';
  }
  return undefined;
}
