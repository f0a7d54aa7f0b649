import type { Problem } from '@assay/sdk';

/** The most faults of a request that are told. */
const TOLD = 10;

/** The lines below a refusal: where the request breaks which rule, why, and what to try. */
export function problemHints({ message, details = {} }: Problem): string[] {
  const { issues, explanation, nextStep } = details;
  const faults = Array.isArray(issues) ? (issues as { path?: unknown; message?: unknown }[]) : [];
  // The message tells the only fault itself.
  const told =
    faults.length < 2 ? [] : faults.slice(0, TOLD).map((fault) => `${text(fault.path) || '/'} ${text(fault.message)}`);
  if (faults.length > TOLD) told.push(`… ${faults.length - TOLD} more`);
  return [...told, text(explanation), text(nextStep)].filter((line) => line !== '' && !message.includes(line));
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
