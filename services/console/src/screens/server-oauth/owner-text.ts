import type { ReplyOf } from '../../data/operations.ts';

/** The fault of a server as text for its owner; it holds no id of this installation. */
export function ownerText({ serverUrl, revision, steps }: ReplyOf<'walkOAuth'>): string {
  const faulty = steps.filter(({ status, differs }) => status === 'failed' || differs);
  return [
    `OAuth of ${serverUrl}, by the rules of MCP ${revision}`,
    ...faulty.flatMap(({ step, title, rule, found, differs, explanation, nextStep, exchanges }) => [
      '',
      `Step ${step} of 7, ${title} (${rule.name}, ${rule.url}): ${found}`,
      ...(differs ? [`  ${differs.givenBy}: ${differs.given}`, `  ${differs.foundIn}: ${differs.found}`] : []),
      ...exchanges.map(({ method, url, status }) => `  ${method} ${url} → ${status ?? 'no answer'}`),
      ...(explanation === undefined ? [] : [explanation]),
      ...(nextStep === undefined ? [] : [`To fix it: ${nextStep}`]),
    ]),
  ].join('\n');
}
