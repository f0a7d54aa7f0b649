import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { visibleText } from '../../output/visible-text.ts';

/** The most faults that are told. */
const TOLD = 10;

/**
 * The places where arguments do not fit the schema that a tool declares, in lines such as `/limit must be integer`. A
 * schema that cannot be used has no faults; the server's own answer tells them.
 */
export function argumentFaults(schema: unknown, given: Readonly<Record<string, unknown>>): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const options = { allErrors: true, strict: false, validateFormats: false, logger: false } as const;
  const { $schema: dialect } = schema as { $schema?: unknown };
  const isDraft7 = typeof dialect === 'string' && dialect.includes('draft-07');
  try {
    const validate = (isDraft7 ? new Ajv(options) : new Ajv2020(options)).compile(schema);
    if (validate(given)) return [];
    return (validate.errors ?? []).slice(0, TOLD).map(({ instancePath, message, params }) => {
      const extra = (params as { additionalProperty?: string }).additionalProperty;
      const told = `${instancePath || '/'} ${message ?? 'does not fit'}${extra === undefined ? '' : `: ${extra}`}`;
      return visibleText(told);
    });
  } catch {
    return [];
  }
}
