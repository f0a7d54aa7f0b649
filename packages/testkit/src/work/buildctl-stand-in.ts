import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The digest that the stand-in reports. */
export const STAND_IN_DIGEST = `sha256:${'b'.repeat(64)}`;

/** A run of the stand-in, as it saw it. */
export interface SeenBuild {
  args: string[];
  env: Record<string, string>;
  files: string[];
  dockerfile: string;
  pid: number;
}

// The Dockerfile tells the stand-in what to do: it has nothing else that a test could choose.
const SCRIPT = `
const fs = require('node:fs'), path = require('node:path'), { spawn } = require('node:child_process');
const args = process.argv.slice(2);
const local = (name) => args.find((each) => each.startsWith(name + '=')).slice(name.length + 1);
const dockerfile = fs.readFileSync(path.join(local('dockerfile'), 'Dockerfile'), 'utf8');
const seen = { args, env: process.env, files: fs.readdirSync(local('context')), dockerfile, pid: process.pid };
fs.writeFileSync(path.join(__dirname, 'seen.tmp'), JSON.stringify(seen));
fs.renameSync(path.join(__dirname, 'seen.tmp'), path.join(__dirname, 'seen.json'));
const metadata = (text) => fs.writeFileSync(args[args.indexOf('--metadata-file') + 1], text);
const end = (code, text) => { process.exitCode = code; process.stderr.write(text); };
if (dockerfile.includes('hang')) { spawn('sleep', ['600']); setInterval(() => {}, 1000); }
else if (dockerfile.includes('fail')) end(1, '#5 ERROR: exit code: 100\\npassword=hunter2secret\\nerror: failed to solve: exit code: 100\\n');
else if (dockerfile.includes('unreachable')) end(1, 'error: listing workers for Build: failed to list workers: Unavailable: connection error: desc = "transport: Error while dialing"\\n');
else if (dockerfile.includes('silent')) metadata('{}');
else {
  const flood = dockerfile.includes('flood') ? 'x'.repeat(99) + '\\n' : '';
  end(0, flood.repeat(20000) + '#7 pushing done\\n');
  metadata(JSON.stringify({ 'containerimage.digest': '${STAND_IN_DIGEST}' }));
}
`;

/** A program that is called as `buildctl` is, and builds nothing. A word of the Dockerfile lets it fail, hang or flood. */
export async function buildctlStandIn() {
  const folder = await mkdtemp(join(tmpdir(), 'buildctl-'));
  const program = join(folder, 'buildctl');
  await writeFile(program, `#!${process.execPath}\n${SCRIPT}`);
  await chmod(program, 0o755);
  return {
    program,
    /** The newest run; undefined when there was none. */
    seen: async (): Promise<SeenBuild | undefined> => {
      const text = await readFile(join(folder, 'seen.json'), 'utf8').catch(() => undefined);
      return text === undefined ? undefined : (JSON.parse(text) as SeenBuild);
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
