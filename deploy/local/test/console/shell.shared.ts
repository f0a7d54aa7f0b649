import { describeInChromium } from '../support/console-browser.ts';
import { sharedConsole } from './support/shared-console.ts';

describeInChromium('the shell of the console', () => {
  test('the address of the installation leads to the overview of the oldest project', async () => {
    const { open, installation } = await sharedConsole();
    const page = await open('/');
    const { items } = await installation.api.assay.listProjects();
    await page.waitForURL(`**/p/${items[0]!.id}`);
    await page.getByRole('navigation', { name: 'Areas' }).getByRole('link', { name: 'Servers' }).waitFor();
  });

  test('a person without a session is led to the sign-in and back', async () => {
    const { installation } = await sharedConsole();
    const answer = await fetch(`${installation.url}/p/prj_x/runs?sel=y`, {
      redirect: 'manual',
      headers: { accept: 'text/html' },
    });
    expect([answer.status, answer.headers.get('location')]).toEqual([
      302,
      '/auth/sign-in?returnTo=%2Fp%2Fprj_x%2Fruns%3Fsel%3Dy',
    ]);
  });

  test('an unknown address answers the page of missing objects with status 404', async () => {
    const { open, installation } = await sharedConsole();
    const page = await open('/nowhere');
    await page.getByRole('heading', { name: 'There is nothing here that you can see' }).waitFor();
    const answer = await fetch(`${installation.url}/nowhere`, { headers: { accept: 'text/html' } });
    expect(answer.status).toBe(404);
    const asProgram = await fetch(`${installation.url}/nowhere`);
    expect([asProgram.status, asProgram.headers.get('content-type')]).toEqual([404, 'application/json; charset=utf-8']);
  });
});
