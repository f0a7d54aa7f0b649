import { access } from 'node:fs/promises';
import { temporaryFolder, type TestFolder } from '../support/installation.ts';
import { launchAssay, type LaunchedProcess } from '../support/launch.ts';

/** The data folders and launchers of one test file; all are removed at its end. */
export class Launches {
  readonly #folders: TestFolder[] = [];
  readonly #launched: LaunchedProcess[] = [];

  async newFolder(): Promise<string> {
    const folder = await temporaryFolder();
    this.#folders.push(folder);
    return folder.path;
  }

  async start(dataDir: string, env: Record<string, string> = {}): Promise<LaunchedProcess> {
    const launched = await launchAssay(dataDir, env);
    this.#launched.push(launched);
    return launched;
  }

  async end(): Promise<void> {
    await Promise.all(this.#launched.map((launched) => launched.kill('SIGKILL')));
    await Promise.all(this.#folders.map((folder) => folder.remove()));
  }
}

export const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
