import { createHash, randomBytes } from 'node:crypto';
import { roles, type Role } from '@assay/contract/access';
import { csrfTokenOf } from '@assay/kit/security/csrf';
import { openPool, type Pool } from '@assay/kit/postgres/db';
import { testLog, type Installation } from './installation.ts';

/** The credential of a request. */
export type Credential = { key: string } | { session: string };

/** The headers of a request with a key, or of a request from the page of a session. */
export const headersOf = (credential: Credential, meshSecret: string): Record<string, string> =>
  'key' in credential
    ? { authorization: `Bearer ${credential.key}` }
    : { cookie: `assay_session=${credential.session}`, 'x-csrf-token': csrfTokenOf(meshSecret, credential.session) };

/** One person with a key and with a session. */
export interface PersonCredentials {
  userId: string;
  key: string;
  session: string;
}

const sha256 = (secret: string) => createHash('sha256').update(secret).digest();
const random = () => randomBytes(32).toString('base64url');

/** Writes people, their keys and their sessions into an installation with SQL, without access checks. */
export class Principals {
  readonly #pool: Pool;

  constructor({ urlOf }: Pick<Installation, 'urlOf'>) {
    this.#pool = openPool(urlOf('catalog'), testLog, { max: 4 });
  }

  stop(): Promise<void> {
    return this.#pool.end();
  }

  async organization(features: Record<string, boolean> = {}): Promise<string> {
    const id = `org_${randomBytes(6).toString('hex')}`;
    await this.#pool.query('insert into organizations (id, name) values ($1, $1)', [id]);
    await this.#pool.query('insert into organization_settings (organization_id, features) values ($1, $2)', [
      id,
      features,
    ]);
    return id;
  }

  async project(organizationId: string): Promise<string> {
    const id = `prj_${randomBytes(6).toString('hex')}`;
    await this.#pool.query('insert into projects (id, organization_id, name) values ($1, $2, $1)', [
      id,
      organizationId,
    ]);
    return id;
  }

  async person(organizationId: string, role: Role): Promise<PersonCredentials> {
    const [userId, key, session] = [`usr_${randomBytes(6).toString('hex')}`, `sk_${random()}`, random()];
    await this.#pool.query('insert into users (id, email, name) values ($1, $1, $1)', [userId]);
    await this.#pool.query('insert into memberships (organization_id, user_id, role) values ($1, $2, $3)', [
      organizationId,
      userId,
      role,
    ]);
    await this.#pool.query(
      'insert into api_keys (id, organization_id, user_id, name, hash, prefix) values ($1, $2, $3, $1, $4, $5)',
      [`key_${userId}`, organizationId, userId, sha256(key), key.slice(0, 8)],
    );
    await this.#pool.query(
      `insert into sessions (id, user_id, organization_id, hash, method, expires_at) values ($1, $2, $3, $4, 'password', now() + interval '1 day')`,
      [`ses_${userId}`, userId, organizationId, sha256(session)],
    );
    return { userId, key, session };
  }

  /** One person of each role. */
  async onePerRole(organizationId: string): Promise<Record<Role, PersonCredentials>> {
    const each = await Promise.all(roles.map(async (role) => [role, await this.person(organizationId, role)] as const));
    return Object.fromEntries(each) as Record<Role, PersonCredentials>;
  }

  revoke({ userId }: PersonCredentials): Promise<void> {
    return this.change('update api_keys set revoked_at = now() where user_id = $1', [userId]);
  }

  /** Runs any other change of their rows. */
  async change(statement: string, values: unknown[]): Promise<void> {
    await this.#pool.query(statement, values);
  }
}
