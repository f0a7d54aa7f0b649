import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repositoryRoot } from '../step.ts';
import { settingsPage } from './settings-page.ts';

await writeFile(join(repositoryRoot, 'docs/settings.md'), await settingsPage());
