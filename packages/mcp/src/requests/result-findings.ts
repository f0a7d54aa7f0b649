import type { ResultFinding } from '@assay/contract/areas/primitives/result-finding';
import { isObject } from '@assay/contract/json';

/** At most this many findings are named, and this much of a foreign text is quoted, in characters. */
const [MOST, MAX_QUOTE] = [20, 40];
/** The first revisions with structured content, and with structured content of any type. */
const [STRUCTURED, STRUCTURED_ANY] = ['2025-06-18', '2026-07-28'];
/** The first revision whose results state their type. */
const TYPED = '2026-07-28';

interface BlockRule {
  /** The first revision that has the block. */
  since: string;
  fault(block: Record<string, unknown>): string | undefined;
}

const texts =
  (...fields: string[]): BlockRule['fault'] =>
  (block) => {
    const absent = fields.find((field) => typeof block[field] !== 'string');
    return absent && `has no ${absent}`;
  };

const BLOCKS: Record<string, BlockRule> = {
  text: { since: '', fault: texts('text') },
  image: { since: '', fault: texts('data', 'mimeType') },
  audio: { since: '2025-03-26', fault: texts('data', 'mimeType') },
  resource_link: { since: '2025-06-18', fault: texts('uri', 'name') },
  resource: {
    since: '',
    fault: ({ resource }) => {
      if (!isObject(resource)) return 'has no resource';
      if (typeof resource['uri'] !== 'string') return 'has a resource without uri';
      return typeof resource['text'] === 'string' || typeof resource['blob'] === 'string'
        ? undefined
        : 'has a resource with neither text nor blob';
    },
  },
};

/** How the result of a tool call breaks the protocol of a revision; empty for a result that keeps it. */
export function toolResultFindings(result: Record<string, unknown>, revision: string): ResultFinding[] {
  const { content, structuredContent, isError, resultType } = result;
  const findings: ResultFinding[] = [];
  const add = (code: ResultFinding['code'], path: string, message: string) => findings.push({ code, path, message });
  if (revision >= TYPED && typeof resultType !== 'string')
    add('resultTypeMissing', '/resultType', 'The result does not state its type.');
  if (!Array.isArray(content)) add('contentInvalid', '/content', `The content is ${kindOf(content)}, and not a list.`);
  else
    content.forEach((block: unknown, at) => {
      const fault = blockFault(block, revision);
      if (fault !== undefined) add('contentInvalid', `/content/${at}`, `Block ${at + 1} of the content ${fault}.`);
    });
  const mustBeObject = revision >= STRUCTURED && revision < STRUCTURED_ANY;
  if (structuredContent !== undefined && mustBeObject && !isObject(structuredContent))
    add(
      'structuredContentInvalid',
      '/structuredContent',
      `The structured content is ${kindOf(structuredContent)}; revision ${revision} has objects alone.`,
    );
  if (isError !== undefined && typeof isError !== 'boolean')
    add('isErrorInvalid', '/isError', 'isError is neither true nor false.');
  return findings.slice(0, MOST);
}

function blockFault(block: unknown, revision: string): string | undefined {
  if (!isObject(block)) return `is ${kindOf(block)}, and not an object`;
  const { type } = block;
  if (typeof type !== 'string') return 'has no type';
  const rule = Object.hasOwn(BLOCKS, type) ? BLOCKS[type] : undefined;
  if (!rule) return `has an unknown type: "${clipped(type)}"`;
  if (revision < rule.since) return `has a type that revision ${revision} does not have: "${type}"`;
  return rule.fault(block);
}

const clipped = (text: string): string =>
  text.length > MAX_QUOTE ? `${text.slice(0, MAX_QUOTE).toWellFormed()}…` : text;

function kindOf(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  return typeof value === 'string' ? 'a text' : `a ${typeof value}`;
}
