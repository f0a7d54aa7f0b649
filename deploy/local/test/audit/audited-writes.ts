import type { Api } from '../support/api.ts';

/** A write that was made, and what its entry in the audit log must hold. */
export interface Write {
  operation: string;
  entry: object;
}

/** What is written through the API and must be found nowhere; each stands once in a request or an answer. */
export const secretOf = (what: string): string => `hunter2-${what}-of-this-test`;

/** Notes each write with what it is expected to leave. */
export class Writes {
  readonly made: Write[] = [];
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
