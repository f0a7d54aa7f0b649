import type { Api } from '../support/api.ts';

/** A write that was made, and the expected fields of its entry in the audit log. */
export interface AuditedWrite {
  operation: string;
  entry: object;
}

/**
 * A secret that is sent through the API and must not be stored in plain text; each occurs once in a request or an
 * answer.
 */
export const secretOf = (what: string): string => `hunter2-${what}-of-this-test`;

/** Records each write with its expected entry. */
export class AuditedWrites {
  readonly made: AuditedWrite[] = [];
  readonly secrets: string[] = [];
  readonly api: Api;

  constructor(api: Api) {
    this.api = api;
  }

  secret(what: string): string {
    const text = secretOf(what);
    this.secrets.push(text);
    return text;
  }

  expect(operation: string, entry: object): void {
    this.made.push({ operation, entry });
  }
}
