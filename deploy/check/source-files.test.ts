import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sourceFiles } from './source-files.ts';

test('a new file is checked before it is added; an ignored or deleted file is not', () => {
  const root = mkdtempSync(join(tmpdir(), 'assay-files-'));
  try {
    const write = (...names: string[]) => names.forEach((name) => writeFileSync(join(root, name), ''));
    execFileSync('git', ['init', '--quiet'], { cwd: root });
    writeFileSync(join(root, '.gitignore'), '*.log\n');
    write('added.ts', 'deleted.ts', 'page.md');
    execFileSync('git', ['add', '.'], { cwd: root });
    rmSync(join(root, 'deleted.ts'));
    write('new.ts', 'new.log');
    expect(sourceFiles(['*.ts', '*.log'], root)).toEqual(['added.ts', 'new.ts']);
  } finally {
    rmSync(root, { recursive: true });
  }
});
