import type { Operation } from '../operation.ts';
import * as auditing from './auditing.ts';
import * as cases from './cases.ts';
import * as cassettes from './cassettes.ts';
import * as catalog from './catalog.ts';
import * as comparing from './comparing.ts';
import * as conformance from './conformance.ts';
import * as connections from './connections.ts';
import * as diagnostics from './diagnostics.ts';
import * as explaining from './explaining.ts';
import * as ingest from './ingest.ts';
import * as invitations from './invitations.ts';
import * as judging from './judging.ts';
import * as keys from './keys.ts';
import * as launches from './launches.ts';
import * as ledger from './ledger.ts';
import * as members from './members.ts';
import * as oauth from './oauth.ts';
import * as organizations from './organizations.ts';
import * as passwordResets from './password-resets.ts';
import * as people from './people.ts';
import * as primitives from './primitives.ts';
import * as readiness from './readiness.ts';
import * as registry from './registry.ts';
import * as runReads from './run-reads.ts';
import * as runs from './runs.ts';
import * as signon from './signon.ts';
import * as skills from './skills.ts';
import * as suites from './suites.ts';
import * as surfaces from './surfaces.ts';
import * as tunnels from './tunnels.ts';

/** Every endpoint of the API, by its operationId. */
export const operations: Record<string, Operation> = byId([
  catalog,
  people,
  passwordResets,
  members,
  invitations,
  signon,
  keys,
  organizations,
  auditing,
  ledger,
  diagnostics,
  primitives,
  skills,
  surfaces,
  oauth,
  readiness,
  conformance,
  connections,
  tunnels,
  registry,
  suites,
  cases,
  runs,
  comparing,
  launches,
  runReads,
  cassettes,
  judging,
  ingest,
  explaining,
]);

/** @throws when two operations have one id: clients and the audit log would take the one for the other. */
export function byId(areas: Record<string, Operation>[]): Record<string, Operation> {
  const found = new Map<string, Operation>();
  for (const [id, operation] of areas.flatMap((area) => Object.entries(area))) {
    if (found.has(id)) throw new Error(`There are two operations ${id}.`);
    found.set(id, operation);
  }
  return Object.fromEntries(found);
}
