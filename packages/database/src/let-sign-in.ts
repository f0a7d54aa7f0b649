import { randomBytes } from 'node:crypto';
import { scramVerifier } from '@assay/kit/postgres/scram-verifier';
import type pg from 'pg';

const ITERATIONS = 4_096;

/** Makes a role that is missing, and sets its password. */
export async function letSignIn(admin: pg.Client, role: string, password: string): Promise<void> {
  const name = admin.escapeIdentifier(role);
  const { rowCount } = await admin.query('select from pg_roles where rolname = $1', [role]);
  if (!rowCount) await admin.query(`create role ${name}`);
  const verifier = scramVerifier(password, randomBytes(16), ITERATIONS);
  await admin.query(`alter role ${name} login password ${admin.escapeLiteral(verifier)}`);
}
