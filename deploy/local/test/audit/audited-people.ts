import type { AuditedWrites } from './audited-writes.ts';
import { Person } from '../support/person.ts';

/** A person who signed in, their account, and how they sign in again. */
interface Newcomer {
  person: Person;
  userId: string;
  email: string;
  password: string;
}

/** Writes that need a signed-in person of the organization; returns the people who joined. */
export async function writeMembers(
  writes: AuditedWrites,
  origin: string,
  owner: Person,
  organizationId: string,
): Promise<Newcomer> {
  const { id: tokenId, token } = await owner.assay.createRunnerToken(
    { organizationId },
    {
      name: 'lab',
      labels: ['lab'],
    },
  );
  writes.secrets.push(token);
  writes.expect('createRunnerToken', { target: { tokenId }, after: { name: 'lab' } });
  await owner.assay.revokeRunnerToken({ organizationId, tokenId });
  writes.expect('revokeRunnerToken', {
    target: { tokenId },
    before: { name: 'lab' },
    after: { revokedAt: expect.any(Number) },
  });
  await owner.assay.setModelProvider({ organizationId, provider: 'openai' }, { apiKey: writes.secret('provider') });
  writes.expect('setModelProvider', { target: { provider: 'openai' }, after: { hasKey: true } });
  await owner.assay.removeModelProvider({ organizationId, provider: 'openai' });
  writes.expect('removeModelProvider', { target: { provider: 'openai' }, before: { hasKey: true } });
  await owner.assay.updateOrganizationSettings({ organizationId }, { retention: { auditDays: 365 } });
  writes.expect('updateOrganizationSettings', {
    before: { retention: { auditDays: { isDefault: true } } },
    after: { retention: { auditDays: { value: 365, isDefault: false } } },
  });

  const invite = async (email: string) => {
    const { id, url } = await owner.assay.createInvitation(
      { organizationId },
      {
        email,
        role: 'viewer',
      },
    );
    writes.secrets.push(new URL(url).pathname.split('/').at(-1)!);
    const { pathname: path } = new URL(url);
    return { id, path, token: path.split('/').at(-1)! };
  };
  const bob = { person: new Person(origin), email: 'bob@acme.example', password: writes.secret('password') };
  const { token: invitation } = await invite(bob.email);
  writes.expect('createInvitation', { after: { email: bob.email, role: 'viewer' } });
  await bob.person.assay.acceptInvitation({ token: invitation }, { name: 'Bob', password: bob.password });
  writes.expect('acceptInvitation', {
    actor: { email: bob.email },
    before: { email: bob.email, role: 'viewer' },
    after: { email: bob.email, role: 'viewer' },
  });
  await bob.person.signIn(bob.email, bob.password);
  const carol = await invite('carol@acme.example');
  await sendForm(origin, carol.path, { name: 'Carol', password: writes.secret('form') });
  writes.expect('submitInvitation', {
    actor: { email: 'carol@acme.example' },
    before: { email: 'carol@acme.example', role: 'viewer' },
    after: { email: 'carol@acme.example', role: 'viewer' },
  });
  const { id: invitationId } = await invite('dora@acme.example');
  await owner.assay.revokeInvitation({ organizationId, invitationId });
  writes.expect('revokeInvitation', { target: { invitationId }, before: { email: 'dora@acme.example' } });

  const { items } = await owner.assay.listMembers({ organizationId });
  const idOf = (email: string) => items.find((each) => each.email === email)!.userId;
  const userId = idOf(bob.email);
  await owner.assay.changeMember({ organizationId, userId }, { role: 'member' });
  writes.expect('changeMember', { target: { userId }, before: { role: 'viewer' }, after: { role: 'member' } });
  const { projectId } = writes.api;
  await owner.assay.setProjectMember({ projectId, userId }, { role: 'admin' });
  writes.expect('setProjectMember', { target: { projectId, userId }, after: { projectRole: 'admin' } });
  await owner.assay.removeProjectMember({ projectId, userId });
  writes.expect('removeProjectMember', { target: { projectId, userId }, before: { projectRole: 'admin' } });
  await owner.assay.removeMember({ organizationId, userId: idOf('carol@acme.example') });
  writes.expect('removeMember', { target: { userId: idOf('carol@acme.example') }, before: { role: 'viewer' } });
  return { ...bob, userId };
}

/** Keys of a member, revoked by the member and by the owner. */
export async function writeKeys(
  writes: AuditedWrites,
  owner: Person,
  { person, userId }: Newcomer,
  organizationId: string,
): Promise<void> {
  const make = async (name: string) => {
    const { id, key } = await person.assay.createApiKey({ name });
    writes.secrets.push(key);
    return id;
  };
  const [own, other] = [await make('CI'), await make('lost')];
  writes.expect('createApiKey', { target: { keyId: own }, after: { name: 'CI' }, actor: { userId } });
  await person.assay.revokeApiKey({ keyId: own });
  writes.expect('revokeApiKey', { target: { keyId: own }, before: { name: 'CI' } });
  await owner.assay.revokeOrganizationApiKey({ organizationId, keyId: other });
  writes.expect('revokeOrganizationApiKey', { target: { keyId: other }, before: { name: 'lost' } });
}

/** Writes of a person about their own account. */
export async function writeSessions(
  writes: AuditedWrites,
  origin: string,
  owner: Person,
  organizationId: string,
  { person, userId, email, password }: Newcomer,
): Promise<void> {
  const another = new Person(origin);
  const {
    body: { id: sessionId },
  } = await another.signIn(email, password);
  await person.assay.endSession({ sessionId });
  writes.expect('endSession', { target: { sessionId }, actor: { userId } });
  await person.assay.changePassword({ current: password, next: writes.secret('changed') });
  writes.expect('changePassword', {
    target: { userId },
    after: { sessionsEnded: expect.any(Number) },
    actor: { userId },
  });
  const reset = async () => {
    const { url } = await owner.assay.createPasswordReset({ organizationId, userId });
    writes.secrets.push(url.split('/').at(-1)!);
    return new URL(url).pathname;
  };
  const token = (await reset()).split('/').at(-1)!;
  await person.assay.resetPassword({ token }, { password: writes.secret('forgotten') });
  writes.expect('createPasswordReset', { target: { userId }, after: { expiresAt: expect.any(Number) } });
  writes.expect('resetPassword', {
    target: { userId },
    after: { sessionsEnded: expect.any(Number), madeBy: expect.any(String) },
  });
  await sendForm(origin, await reset(), { password: writes.secret('forgotten again') });
  writes.expect('submitPasswordReset', { target: { userId }, after: { sessionsEnded: 0, madeBy: expect.any(String) } });
  const back = new Person(origin);
  const {
    body: { id: last },
  } = await back.signIn(email, writes.secrets.at(-1)!);
  await back.assay.signOut();
  writes.expect('signOut', { target: { sessionId: last }, actor: { userId } });
  await sendForm(origin, '/auth/sign-in/form', { email, password: writes.secrets.at(-1)! });
  writes.expect('submitSignIn', { actor: { userId }, after: { method: 'password' } });
}

/** An organization that is founded and deleted. */
export async function writeFounding(writes: AuditedWrites, origin: string, founder: Person): Promise<void> {
  const { id: organizationId } = await founder.assay.createOrganization({ name: 'Second' });
  writes.expect('createOrganization', { after: { name: 'Second' } });
  const { organizationId: first } = await founder.assay.getSession();
  await sendForm(origin, '/auth/organization', { organizationId }, founder.cookie);
  writes.expect('submitOrganizationChoice', { after: { organizationId } });
  await founder.assay.switchOrganization({ organizationId: first! });
  writes.expect('switchOrganization', { after: { organizationId: first } });
  await founder.assay.switchOrganization({ organizationId });
  writes.expect('switchOrganization', { after: { organizationId } });
  await founder.assay.updateOrganization({ organizationId }, { name: 'Another' });
  writes.expect('updateOrganization', { before: { name: 'Second' }, after: { name: 'Another' } });
  await founder.assay.deleteOrganization({ organizationId });
  writes.expect('deleteOrganization', { before: { name: 'Another' } });
}

async function sendForm(origin: string, path: string, fields: Record<string, string>, cookie?: string): Promise<void> {
  const { status } = await fetch(`${origin}${path}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin, ...(cookie !== undefined && { cookie }) },
    body: new URLSearchParams(fields),
  });
  expect(status).toBe(303);
}
