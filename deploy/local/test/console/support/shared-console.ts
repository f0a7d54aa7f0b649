import { openConsole, type ConsoleBrowser } from '../../support/console-browser.ts';
import { startHostileRegistry } from './hostile-registry.ts';

let opening: Promise<ConsoleBrowser> | undefined;

/** The product with its console and a registry, and the browser, of the modules `*.shared.ts`; it is closed after the last of them. */
export async function sharedConsole(): Promise<Omit<ConsoleBrowser, 'close'>> {
  opening ??= openWithRegistry();
  const { close: _, ...opened } = await opening;
  return opened;
}

async function openWithRegistry(): Promise<ConsoleBrowser> {
  const registry = await startHostileRegistry();
  const opened = await openConsole({ REGISTRY_SOURCES: `played=${registry.origin}` });
  return {
    ...opened,
    close: async () => {
      await opened.close();
      await registry.stop();
    },
  };
}

/** Closes what was opened, and fails with the faults that pages had. */
export async function closeSharedConsole(): Promise<void> {
  await (await opening)?.close();
}
