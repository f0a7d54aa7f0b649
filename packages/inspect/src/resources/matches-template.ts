/** A part of a URI template (RFC 6570): literal text, or an expression. */
const PART = /\{([+#./;?&]?)[^{}]*\}/g;

/**
 * Whether a URI can come from a template. Values of plain expressions have no `/`; where a literal occurs more than once,
 * its first place counts, so that a match takes linear time.
 */
export function matchesTemplate(uri: string, template: string): boolean {
  let [at, from] = [0, 0];
  let operator: string | undefined;
  const takes = (literal: string, isLast: boolean): boolean => {
    const end = isLast && operator !== undefined ? uri.length - literal.length : uri.indexOf(literal, at);
    if (end < at || !uri.startsWith(literal, end) || (operator === undefined && end !== at)) return false;
    if (operator === '' && (end === at || uri.slice(at, end).includes('/'))) return false;
    at = end + literal.length;
    return true;
  };
  for (const { 0: whole, 1: next, index } of template.matchAll(PART)) {
    if (!takes(template.slice(from, index), false)) return false;
    [from, operator] = [index + whole.length, next!];
  }
  return takes(template.slice(from), true) && at === uri.length;
}
