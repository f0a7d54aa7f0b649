import { openConsole, type ConsoleBrowser } from '../../support/console-browser.ts';

let opening: Promise<ConsoleBrowser> | undefined;

/** The product with its console, and the browser, of the modules `*.shared.ts`; it is closed after the last of them. */
export async function sharedConsole(): Promise<Omit<ConsoleBrowser, 'close'>> {
  opening ??= openConsole();
  const { close: _, ...opened } = await opening;
  return opened;
}

/** Closes what was opened, and fails with the faults that pages had. */
export async function closeSharedConsole(): Promise<void> {
  await (await opening)?.close();
}
