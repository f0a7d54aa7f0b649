import { setTimeout as delay } from 'node:timers/promises';
import type { HealthPart } from '@assay/contract/areas/operator/documents';
import { withoutSecrets } from '@assay/contract/areas/servers/secret-values';
import { knownSecrets } from '../security/known-secrets.ts';
import { redactText } from '../security/redact.ts';

/** How one part is: nothing but a sentence where all is well. */
export type Finding = Omit<HealthPart, 'part'>;

/** A look at one part that a process needs. */
export interface HealthCheck {
  part: string;
  /** The advice when the look fails or takes too long. */
  next: string;
  look(): Promise<Finding>;
}

/** A part that does not answer within this time has failed, in milliseconds. */
const LOOK_MS = 3_000;

export const isWell = (sentence: string): Finding => ({ state: 'ok', sentence });
export const warns = (sentence: string, next: string): Finding => ({ state: 'warning', sentence, next });
export const hasFailed = (sentence: string, next: string): Finding => ({ state: 'failed', sentence, next });

/** Looks at all parts at once, each within its time limit. */
export const lookAt = (checks: readonly HealthCheck[], lookMs = LOOK_MS): Promise<HealthPart[]> =>
  Promise.all(
    checks.map(async ({ part, next, look }): Promise<HealthPart> => {
      const ended = new AbortController();
      const late = delay(lookMs, hasFailed(`No answer within ${lookMs / 1_000} s.`, next), { signal: ended.signal });
      late.catch(() => undefined);
      const found = look().catch((error: unknown) => hasFailed(sentenceOf(error), next));
      const finding = await Promise.race([found, late]);
      ended.abort();
      return { part, ...finding };
    }),
  );

/** The error as a sentence, without secrets. */
function sentenceOf(error: unknown): string {
  const { code, message = String(error) } = error as { code?: unknown; message?: string };
  const text = `${message.trim().replace(/\.$/, '') || 'It failed'}${typeof code === 'string' ? ` (${code})` : ''}.`;
  return withoutSecrets(redactText(text, 300), knownSecrets());
}
