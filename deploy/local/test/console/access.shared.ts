import type { AssayClient } from '@assay/sdk';
import { waitUntil } from '@assay/testkit/until';
import { describeInChromium, settled, type ConsolePage } from '../support/console-browser.ts';
import { seedHelpdesk, type SeededHelpdesk } from '../support/helpdesk.ts';
import { Person } from '../support/person.ts';
import { sharedConsole } from './support/shared-console.ts';

const NOTHING = 'There is nothing here that you can see';
const PASSWORD = 'another long passphrase';
/** The names of controls that write; a viewer has none of them, or sees them switched off. */
const WRITES =
  /^(Launch|Rerun|Cancel|Save|Edit|Draft|Delete|Archive|Import|Add|New|Waive|Grade|Commit|Restore|Rename|Duplicate|Install|Diagnose)\b/;

describeInChromium('a shared link', () => {
  let helpdesk: SeededHelpdesk | undefined;
  let projectId: string;
  let viewer: Person;
  let stranger: Person;
  beforeAll(async () => {
    const { installation } = await sharedConsole();
    const { api } = installation;
    const owner = await installation.owner();
    ({ id: projectId } = await api.assay.createProject({ name: 'Shared' }));
    helpdesk = await seedHelpdesk(api.inProject(projectId));
    const { organizationId } = await api.assay.getProject({ projectId });
    const joined = async (organization: string, name: string): Promise<Person> => {
      const email = `${name}@elsewhere.example`;
      const { url } = await owner.assay.createInvitation({ organizationId: organization }, { email, role: 'viewer' });
      const person = new Person(installation.url);
      const token = new URL(url).pathname.split('/').at(-1)!;
      await person.assay.acceptInvitation({ token }, { name, password: PASSWORD });
      await person.signIn(email, PASSWORD);
      return person;
    };
    viewer = await joined(organizationId, 'viewer');
    const { id: elsewhere } = await owner.assay.createOrganization({ name: 'Elsewhere' });
    await owner.assay.switchOrganization({ organizationId: elsewhere });
    stranger = await joined(elsewhere, 'stranger');
    // Sessions of other modules begin where the owner was last.
    await owner.assay.switchOrganization({ organizationId });
  });
  afterAll(() => helpdesk?.stop());

  const paths = (): string[] => {
    const { serverId, suiteId, runIds } = helpdesk!;
    const project = `/p/${projectId}`;
    return [
      project,
      `${project}/servers`,
      `${project}/servers/${serverId}?tab=settings`,
      `${project}/suites`,
      `${project}/suites/${suiteId}`,
      `${project}/suites/${suiteId}?tab=schedule`,
      `${project}/suites/${suiteId}?tab=judge`,
      `${project}/runs`,
      `${project}/runs/${runIds[1]}`,
    ];
  };

  test('answers a person without access as an address that does not exist', async () => {
    const { open } = await sharedConsole();
    const page = await open(`/p/${projectId}/runs/${helpdesk!.runIds[0]}`, { as: stranger });
    // The person is named once the session is read.
    const isWhole = (text: string): boolean => text.includes(NOTHING) && text.includes('stranger@elsewhere.example');
    const shown = (): Promise<string> =>
      waitUntil(async () => {
        const text = await page.locator('main').innerText();
        // The address itself is named.
        return isWhole(text) && text.replace(/^.*\/.*$/m, '');
      });
    const texts = [await shown()];
    for (const path of [...paths().slice(2, 7), '/p/prj_none/runs/run_none', `/p/${projectId}/groups/group_none`]) {
      await page.lead(path);
      texts.push(await shown());
    }
    expect(texts).toEqual(texts.map(() => texts[0]));
    await page.close();
  });

  test('shows a viewer what its sender saw, and no control that writes', async () => {
    const { open } = await sharedConsole();
    const page = await open('/', { as: viewer });
    await page.locator('h1').first().waitFor();
    const found: string[] = [];
    for (const path of paths()) {
      await page.lead(path);
      found.push(...(await writesOf(page)).map((name) => `${path.replace(/^.p.[^/]+/, '')}: ${name}`));
    }
    expect(found).toEqual([]);
    expect(page.faults).toEqual([]);
    await page.close();
    const sent = await open(`/p/${projectId}/suites/${helpdesk!.suiteId}`);
    expect(await writesOf(sent)).not.toEqual([]);
  });

  test('back and forward lead through the pages, and a filter is no step', async () => {
    const { open } = await sharedConsole();
    const page = await open(`/p/${projectId}/suites`);
    await page.getByRole('link', { name: 'Helpdesk regression' }).first().click();
    await page.waitForURL(`**/suites/${helpdesk!.suiteId}`);
    await page.getByRole('button', { name: /^failed \d/ }).click();
    await page.waitForURL(/outcome=failed/);
    await page.getByRole('tab', { name: /^Revisions/ }).click();
    await page.waitForURL(/tab=revisions/);
    await page.goBack();
    await page.waitForURL(/outcome=failed/);
    await page.getByRole('button', { name: /^failed \d/, pressed: true }).waitFor();
    await page.goBack();
    await page.waitForURL(/\/suites(\?.*)?$/);
    await page.getByRole('grid', { name: 'Suites' }).waitFor();
    await page.goForward();
    await page.waitForURL(/outcome=failed/);
    await page.getByRole('grid', { name: 'Cases' }).waitFor();
  });

  test('every address that is handed to a person opens its page', async () => {
    const { open, installation } = await sharedConsole();
    const { assay } = installation.api;
    const owner = await installation.owner();
    const { organizationId } = await assay.getProject({ projectId });
    const { items: members } = await owner.assay.listMembers({ organizationId });
    const { userId } = members.find((member) => member.email === 'viewer@elsewhere.example')!;
    const email = 'invited@elsewhere.example';
    const [invitation, reset, study, device] = await Promise.all([
      owner.assay.createInvitation({ organizationId }, { email, role: 'viewer' }),
      owner.assay.createPasswordReset({ organizationId, userId }),
      publishStudy(assay, { projectId, serverId: helpdesk!.serverId }),
      fetch(`${installation.url}/oauth/device-authorization`, {
        method: 'POST',
        body: new URLSearchParams({ client_id: 'assay-cli' }),
      }).then((answer) => answer.json() as Promise<Record<string, string>>),
    ]);
    const page = await open('/');
    const dead: string[] = [];
    for (const url of [
      invitation.url,
      reset.url,
      study,
      device['verification_uri'],
      device['verification_uri_complete'],
      `${installation.url}/auth/sign-in`,
      `${installation.url}/docs`,
    ]) {
      expect(url).toMatch(/^https?:/);
      const answer = await page.goto(url!);
      const heading = await page
        .getByRole('heading')
        .first()
        .textContent({ timeout: 10_000 })
        .catch(() => 'no heading');
      if (answer!.status() !== 200 || [NOTHING, 'no heading'].includes(heading!))
        dead.push(`${url}: ${answer!.status()} ${heading}`);
    }
    expect(dead).toEqual([]);
  });
});

/** The names of the controls of a page that write and are switched on. */
async function writesOf(page: ConsolePage): Promise<string[]> {
  await settled(page);
  const names = await page.locator('main :is(button, a.button):not([disabled])').evaluateAll((all) =>
    all.map((one) => {
      const parts = [...one.childNodes].filter(({ nodeName }) => nodeName !== 'KBD');
      return one.getAttribute('aria-label') ?? parts.map(({ textContent }) => textContent).join('');
    }),
  );
  return names.filter((name) => WRITES.test(name));
}

/** Publishes a study about a server; returns its link. */
async function publishStudy(assay: AssayClient, { projectId, serverId }: Record<'projectId' | 'serverId', string>) {
  const [client, group] = await Promise.all([
    assay.createClient({ projectId }, { name: 'visited', template: 'claude' }),
    assay.createServerGroup({ projectId }, { name: 'visited', serverIds: [serverId] }),
  ]);
  const snapshot = await assay.snapshotServerGroup({ projectId, serverGroupId: group.id }, {});
  const environment = await assay.createEnvironment(
    { projectId },
    { name: 'visited', hostId: client.id, serverAttachmentId: snapshot.id, modelId: 'scripted/rules' },
  );
  const study = await assay.publishStudy({ projectId, environmentId: environment.id }, { mode: 'anyone_with_link' });
  return study.link!;
}
