import { createHash, randomBytes } from 'node:crypto';
import { AccessService } from '@assay/mesh/gen/assay/v1/access';
import { DirectoryService, Role } from '@assay/mesh/gen/assay/v1/catalog';
import { WakeUp } from '@assay/kit/concurrency/wake-ups/wake-up';
import type { Pool } from '@assay/kit/postgres/db';
import { startTestCatalog, type TestCatalog } from '../support/start.ts';

let waits = Promise.withResolvers<void>();
/** Signals when a waiter has looked once and now waits. */
class Heard extends WakeUp {
  override wokenSince(wakes: number, ms: number): Promise<boolean> {
    waits.resolve();
    return super.wokenSince(wakes, ms);
  }
}

const access = new Heard();
let fixture: TestCatalog;
beforeAll(async () => {
  fixture = await startTestCatalog({ access });
});
afterAll(() => fixture.stop());

const sha256 = (secret: string) => createHash('sha256').update(secret).digest();
const withKey = () => fixture.mesh.call(DirectoryService.authenticate, { keyHash: sha256(fixture.apiKey) });
const withSession = (token: string) =>
  fixture.mesh.call(DirectoryService.authenticate, { keyHash: Buffer.alloc(0), sessionHash: sha256(token) });
const set = (statement: string, ...values: unknown[]) => fixture.pool.query(statement, values);

interface Given {
  userId?: string;
  organizationId?: string | null;
  expires?: string;
}
async function givenSession({
  userId = fixture.ada.userId!,
  organizationId = fixture.organizationId,
  expires = '1 day',
}: Given = {}): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await set(
    `insert into sessions (id, user_id, organization_id, hash, method, expires_at) values ($1, $2, $3, $4, 'password', now() + $5::interval)`,
    `ses_${token.slice(0, 8)}`,
    userId,
    organizationId,
    sha256(token),
    expires,
  );
  return token;
}

describe('a session', () => {
  test('acts as its user in its organization, until it ends', async () => {
    const token = await givenSession({ expires: '1 hour' });
    const { expiresAtMs, ...principal } = await withSession(token);
    expect(principal).toMatchObject({
      sessionId: `ses_${token.slice(0, 8)}`,
      keyId: '',
      userId: fixture.ada.userId,
      organizationId: fixture.organizationId,
      organizationRole: Role.OWNER,
      features: ['swarms', 'userTesting'],
    });
    expect(Math.abs(expiresAtMs! - Date.now() - 3_600_000)).toBeLessThan(30_000);
  });

  test.each([
    ['that has ended', { expires: '-1 second' }],
    ['that was never begun', undefined],
  ])('%s is UNAUTHORIZED', async (_, given) => {
    const token = given ? await givenSession(given) : 'unknown';
    await expect(withSession(token)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });

  test('has no organization when its user left it or it was deleted', async () => {
    await set(`insert into users (id, email, name) values ('usr_left', 'left', 'left')`);
    await set(`insert into organizations (id, name, deleted_at) values ('org_deleted', 'Deleted', now())`);
    await set(`insert into memberships (organization_id, user_id, role) values ('org_deleted', 'usr_left', 'owner')`);
    for (const organizationId of [fixture.organizationId, 'org_deleted', null]) {
      const principal = await withSession(await givenSession({ userId: 'usr_left', organizationId }));
      expect(principal).toMatchObject({ userId: 'usr_left', organizationId: '', features: [] });
      expect(principal.organizationRole).toBeUndefined();
    }
  });
});

describe('the features and limits of an organization', () => {
  afterEach(() => set('delete from organization_settings'));

  test("are all features and the installation's limits unless it sets them", async () => {
    expect(await withKey()).toMatchObject({ features: ['swarms', 'userTesting'] });
    await set(
      `insert into organization_settings (organization_id, features, requests_per_minute, request_burst) values ($1, '{"swarms": false, "userTesting": true}', 90, 5)`,
      fixture.organizationId,
    );
    expect(await withKey()).toMatchObject({ features: ['userTesting'], requestsPerMinute: 90, requestBurst: 5 });
  });

  test('end with its deletion, for its keys and its projects', async () => {
    await set('update organizations set deleted_at = now() where id = $1', fixture.organizationId);
    await expect(withKey()).rejects.toMatchObject({ code: 'UNAUTHORIZED', details: { reason: 'ORPHANED_KEY' } });
    expect(
      await fixture.mesh.call(DirectoryService.authorize, {
        organizationId: fixture.organizationId,
        userId: fixture.ada.userId!,
        projectId: fixture.projectId,
      }),
    ).toMatchObject({ role: Role.UNSPECIFIED });
    await set('update organizations set deleted_at = null where id = $1', fixture.organizationId);
  });
});

describe('the last use of a key or session', () => {
  const usedAt = async (table: string, hash: Buffer) =>
    (await fixture.pool.query<{ at: Date | null }>(`select last_used_at as at from ${table} where hash = $1`, [hash]))
      .rows[0]!.at;
  const age = (table: string) => set(`update ${table} set last_used_at = now() - interval '61 seconds'`);

  test('is stored at most once a minute', async () => {
    await withKey();
    const at = await usedAt('api_keys', sha256(fixture.apiKey));
    await withKey();
    expect(await usedAt('api_keys', sha256(fixture.apiKey))).toEqual(at);
    await age('api_keys');
    await withKey();
    expect((await usedAt('api_keys', sha256(fixture.apiKey)))!.getTime()).toBeGreaterThanOrEqual(at!.getTime());
    const token = await givenSession();
    await age('sessions');
    await withSession(token);
    expect(Date.now() - (await usedAt('sessions', sha256(token)))!.getTime()).toBeLessThan(30_000);
  });

  test('is skipped while another transaction has locked the row', async () => {
    await age('api_keys');
    const other = await fixture.pool.connect();
    await other.query('begin; select from api_keys for update');
    expect(await withKey()).toMatchObject({ userId: fixture.ada.userId });
    await other.query('rollback');
    other.release();
  });

  test('does not move the access version', async () => {
    const { epoch } = await fixture.mesh.call(AccessService.watch, { epoch: 0, waitMs: 0 });
    await age('api_keys');
    await withKey();
    expect(await fixture.mesh.call(AccessService.watch, { epoch, waitMs: 0 })).toEqual({ epoch });
  });
});

test('a cold request costs two queries: one to authenticate, one to authorize', async () => {
  let taken = 0;
  const counted = await startTestCatalog();
  const { pool } = counted;
  // Each query outside of a transaction takes a connection of the pool.
  const counting = new Proxy(pool, {
    get: (target, name: keyof Pool) => {
      if (name === 'connect') taken++;
      return target[name];
    },
  });
  const watched = await startTestCatalog({ pool: counting });
  const { organizationId, projectId, ada, apiKey } = counted;
  taken = 0;
  await watched.mesh.call(DirectoryService.authenticate, { keyHash: sha256(apiKey) });
  await watched.mesh.call(DirectoryService.authorize, { organizationId, userId: ada.userId!, projectId });
  expect(taken).toBe(2);
  await watched.stop();
  await counted.stop();
});

describe('the access version', () => {
  const watch = (epoch: number, waitMs: number) => fixture.mesh.call(AccessService.watch, { epoch, waitMs });
  const now = async () => (await watch(0, 0)).epoch;
  /** A waiter that has seen no change yet and waits for one. */
  const waiter = async (epoch: number, waitMs: number) => {
    waits = Promise.withResolvers();
    const answer = watch(epoch, waitMs);
    await waits.promise;
    return { answer };
  };

  test('answers at once to another version, and after the wait to the current one', async () => {
    const epoch = await now();
    expect(await watch(epoch - 1, 10_000)).toEqual({ epoch });
    const begun = performance.now();
    expect(await watch(epoch, 200)).toEqual({ epoch });
    expect(performance.now() - begun).toBeGreaterThanOrEqual(195);
  });

  /** Longer than a test: a waiter whom nothing wakes is not answered. */
  const NEVER_MS = 600_000;
  test('answers a waiter as soon as the wake-up signals a change', async () => {
    await set(`insert into users (id, email, name) values ('usr_new', 'new', 'new')`);
    await set(
      `insert into memberships (organization_id, user_id, role) values ($1, 'usr_new', 'member')`,
      fixture.organizationId,
    );
    for (const role of ['viewer', 'member', 'viewer', 'member', 'viewer']) {
      const epoch = await now();
      const { answer } = await waiter(epoch, NEVER_MS);
      await set(`update memberships set role = $1 where user_id = 'usr_new'`, role);
      access.wake();
      expect(await answer).toEqual({ epoch: epoch + 1 });
    }
  });

  test('is read once for a waiter whom nothing wakes, and a change in its wait is told to the next', async () => {
    const epoch = await now();
    const { answer } = await waiter(epoch, 500);
    await set(`update memberships set role = 'member' where user_id = 'usr_new'`);
    expect(await answer).toEqual({ epoch });
    expect(await watch(epoch, 20_000)).toEqual({ epoch: epoch + 1 });
  });

  test('does not move when the transaction fails', async () => {
    const epoch = await now();
    await expect(set(`do $$ begin update api_keys set revoked_at = now(); raise 'no'; end $$`)).rejects.toThrow('no');
    expect(await now()).toBe(epoch);
  });

  test('is answered also by a stopping process', async () => {
    const wakeUp = new WakeUp();
    wakeUp.stop();
    const stopping = await startTestCatalog({ access: wakeUp });
    const { epoch } = await stopping.mesh.call(AccessService.watch, { epoch: 12_345, waitMs: 10_000 });
    expect(epoch).toBeLessThan(1_000);
    await stopping.stop();
  });
});

describe('the access version does not move', () => {
  const now = async () => (await fixture.mesh.call(AccessService.watch, { epoch: 0, waitMs: 0 })).epoch;

  test.each([
    ['that has ended', `expires_at = now() - interval '1 second'`],
    ['unused for an hour', `last_used_at = now() - interval '61 minutes'`],
  ])('when a session is deleted that is %s', async (_, state) => {
    const hash = sha256(await givenSession());
    await set(`update sessions set ${state} where hash = $1`, hash);
    const epoch = await now();
    await set('delete from sessions where hash = $1', hash);
    expect(await now()).toBe(epoch);
  });

  test('but for one step, when a transaction changes thousands of rows', async () => {
    await set(
      `insert into users (id, email, name) select 'usr_' || i, 'many_' || i, 'many' from generate_series(1, 3000) i`,
    );
    const epoch = await now();
    await set(
      `insert into memberships (organization_id, user_id, role) select $1, 'usr_' || i, 'member' from generate_series(1, 3000) i`,
      fixture.organizationId,
    );
    expect(await now()).toBe(epoch + 1);
    await set(`delete from memberships using users where id = user_id and name = 'many'`);
    expect(await now()).toBe(epoch + 2);
  });
});

describe('the role of a user in a project', () => {
  const roleWith = async (by: { keyId?: string; sessionId?: string }) =>
    (
      await fixture.mesh.call(DirectoryService.authorize, {
        organizationId: fixture.organizationId,
        userId: fixture.ada.userId!,
        projectId: fixture.projectId,
        ...by,
      })
    ).role;
  const keyId = async () =>
    (await fixture.pool.query<{ id: string }>('select id from api_keys where hash = $1', [sha256(fixture.apiKey)]))
      .rows[0]!.id;

  test('needs a live key or session when one is named', async () => {
    const id = await keyId();
    const [held, ended] = [await givenSession(), await givenSession({ expires: '-1 second' })].map(
      (token) => `ses_${token.slice(0, 8)}`,
    );
    for (const by of [{}, { keyId: id }, { sessionId: held! }]) expect(await roleWith(by)).toBe(Role.OWNER);
    await set(`insert into users (id, email, name) values ('usr_else', 'else', 'else')`);
    const others = `ses_${(await givenSession({ userId: 'usr_else' })).slice(0, 8)}`;
    for (const by of [{ keyId: 'key_unknown' }, { sessionId: ended! }, { sessionId: others }])
      expect(await roleWith(by)).toBe(Role.UNSPECIFIED);
    await set('update api_keys set revoked_at = now() where id = $1', id);
    expect(await roleWith({ keyId: id })).toBe(Role.UNSPECIFIED);
    await set('update api_keys set revoked_at = null where id = $1', id);
  });
});
