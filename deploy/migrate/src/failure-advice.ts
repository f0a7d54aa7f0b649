import { ConfigError } from '@assay/kit/env';
import { EditedMigrationError } from '@assay/kit/postgres/migrate';

/** The advice to an operator about a failure of the migrations. */
export interface FailureAdvice {
  text: string;
  /** Whether another try fails alike. */
  isPermanent: boolean;
}

const OWNER = 'ADMIN_DATABASE_URL signs in as the owner of the database with CREATEROLE, or as a superuser.';
const UNREACHED =
  'Postgres is not reached: check host and port of ADMIN_DATABASE_URL, name server and network policies.';
const UNVERIFIED = "Postgres' certificate is not of a known authority: add the authority (NODE_EXTRA_CA_CERTS).";
const FOREIGN =
  'The database holds an unreleased state of Assay, whose schema no release has: install the image that made it, or give this one an empty database.';
const HELD = 'Another transaction holds a table: end long transactions and backups, then repeat.';

const forGood = (text: string): FailureAdvice => ({ text, isPermanent: true });
const forNow = (text: string): FailureAdvice => ({ text, isPermanent: false });

/** By SQLSTATE, or by the code of an error of Node.js. */
const ADVICE: Record<string, FailureAdvice> = {
  '28000': forGood(`The user may not sign in. ${OWNER}`),
  '28P01': forGood(`The password is wrong. ${OWNER}`),
  '3D000': forGood('The database does not exist: create it, then repeat.'),
  '42501': forGood(`The user has too few rights. ${OWNER}`),
  '53300': forNow('Postgres has no connection left: raise max_connections.'),
  '55P03': forNow(HELD),
  '57014': forNow(HELD),
  '57P03': forNow('Postgres is starting or recovering.'),
  DEPTH_ZERO_SELF_SIGNED_CERT: forGood(UNVERIFIED),
  EAI_AGAIN: forNow(UNREACHED),
  ECONNREFUSED: forNow(UNREACHED),
  EHOSTUNREACH: forNow(UNREACHED),
  ENOTFOUND: forNow(UNREACHED),
  ERR_TLS_CERT_ALTNAME_INVALID: forGood("Postgres' certificate names another host than ADMIN_DATABASE_URL."),
  ETIMEDOUT: forNow(UNREACHED),
  SELF_SIGNED_CERT_IN_CHAIN: forGood(UNVERIFIED),
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: forGood(UNVERIFIED),
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: forGood(UNVERIFIED),
};

/** Advice about a failure; undefined for one that the operator is not known to mend. */
export function adviceAbout(error: unknown): FailureAdvice | undefined {
  if (error instanceof ConfigError) return forGood('Correct the settings that are named above.');
  if (error instanceof EditedMigrationError) return forGood(FOREIGN);
  const { code, errors } = error as { code?: string; errors?: unknown[] };
  // A name with several addresses fails with an error of each.
  return (code !== undefined ? ADVICE[code] : undefined) ?? (errors?.[0] ? adviceAbout(errors[0]) : undefined);
}
