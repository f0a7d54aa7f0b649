/** Makes the pictures of the main screens: `npm run pictures` writes them to docs/images. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Closers } from '@assay/local/closers';
import { openConsoleStage } from './console-stage.ts';
import { repositoryRoot } from './process.ts';

const out = join(repositoryRoot, 'docs/images');
const scope = new Closers();
try {
  const stage = await openConsoleStage(scope);
  if (stage) {
    const { client, projectId, serverId, suiteId, runIds, url, open } = stage;
    const { items } = await client.listEvalRunIterations({ projectId, runId: runIds[1] });
    const failed = items.find(({ result }) => result === 'failed') ?? items[0]!;
    await client.runDoctor({ projectId, serverId });
    const project = `${url}/p/${projectId}`;
    const screens = {
      overview: project,
      run: `${project}/runs/${runIds[1]}`,
      iteration: `${project}/runs/${runIds[1]}/i/${failed.id}`,
      server: `${project}/servers/${serverId}`,
      suite: `${project}/suites/${suiteId}`,
    };
    await mkdir(out, { recursive: true });
    for (const theme of ['light', 'dark'] as const) {
      const page = await open({ colorScheme: theme, reducedMotion: 'reduce' });
      for (const [name, address] of Object.entries(screens)) {
        await page.goto(address);
        await page.locator('h1').first().waitFor();
        await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
        await page.evaluate('document.fonts.ready.then(() => undefined)');
        await page.screenshot({ path: join(out, `${name}-${theme}.png`) });
      }
    }
    console.log(`${Object.keys(screens).length} screens in two themes: ${out}`);
  }
} finally {
  await scope.stop();
}
