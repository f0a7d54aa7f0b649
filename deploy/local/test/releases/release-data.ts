import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { createLog } from '@assay/kit/log';
import { prepareDatabase } from '@assay/database/prepare-database';
import { sharedEverythingServer } from '@assay/testkit/mcp-servers/everything-server';
import { fillOverApi, fillProject } from '../deletion/full-project.ts';
import type { Api } from '../support/api.ts';
import { Person } from '../support/person.ts';
import { dumpDatabase, packDump, restoreDump, unpackDump } from './dump.ts';
import { lostIn, readAnswers, type ReleasedAnswers } from './released-answers.ts';
import {
  OWNER,
  dumpedSchemas,
  releasedSchemas,
  startReleased,
  type ReleasedInstallation,
} from './released-installation.ts';

/** The files of a release with its data: the rows of every schema, and what was answered about them. */
const FILES = { dump: 'dump.json.br', answers: 'answers.json.br' };
/** The most that the dump may take, in bytes. */
const MAX_DUMP_BYTES = 1_000_000;

const log = createLog('release', 'error');

/**
 * Fills the empty database of a superuser's URL with data of every kind, and writes its rows and the answers about them
 * into the folder of a release.
 */
export async function makeReleaseData(folder: string, databaseUrl: string): Promise<void> {
  await prepareDatabase(databaseUrl, releasedSchemas(), log);
  const everything = await sharedEverythingServer({ transport: 'streamableHttp' });
  const installation = await startReleased(databaseUrl);
  let answers: ReleasedAnswers;
  try {
    const { api } = installation;
    await fillFirstProject(installation, everything.url);
    const { organizationId } = await api.assay.getProject({ projectId: api.projectId });
    answers = await readAnswers(installation.read, { organizationId, projectId: api.projectId });
    // Rows that callers of the API cannot make stand in a project of their own: their documents are not whole.
    const { id: other } = await api.assay.createProject({ name: 'Rows' });
    await fillProject(api.inProject(other), everything.url, (statement) => installation.sql(statement));
  } finally {
    await installation.stop();
    await everything.stop();
  }
  const dump = packDump(await dumpDatabase(databaseUrl, dumpedSchemas()));
  if (dump.length > MAX_DUMP_BYTES) throw new Error(`The dump has ${dump.length} bytes, more than ${MAX_DUMP_BYTES}.`);
  await writeFile(join(folder, FILES.dump), dump);
  await writeFile(join(folder, FILES.answers), brotliCompressSync(JSON.stringify(answers)));
}

async function fillFirstProject(installation: ReleasedInstallation, serverUrl: string): Promise<void> {
  const { api, url } = installation;
  const { assay, projectId } = api;
  const { suiteId, serverId } = await fillOverApi(api, serverUrl);
  // Years later no run may start by itself.
  await assay.updateEvalSuiteSchedule({ projectId, suiteId }, { enabled: false });
  const config = { modelId: 'scripted/rules', serverIds: [serverId] };
  const { id: hostId } = await assay.createClient({ projectId }, { name: 'of journeys', config });
  const { id: environmentId } = await assay.createEnvironment({ projectId }, { name: 'of a study', hostId });
  const { id: studyId } = await assay.publishStudy({ projectId, environmentId }, { name: 'Try it' });
  await assay.upsertStudyMember({ projectId, studyId }, { email: 'invited@assay.example' });
  const { id: personaId } = await assay.createPersona({ projectId }, { name: 'Ada', role: 'engineer' });
  const pair = { sessionsPerTarget: 1, maxTurns: 2 };
  const { id: swarmId } = await assay.createSwarm({ projectId }, { name: 'Shoppers', ...pair });
  await assay.createJourney({ projectId }, { goal: 'Find it', personaId, swarmId, hostIds: [hostId], ...pair });
  const owner = new Person(url);
  await owner.signIn(OWNER.email, OWNER.password);
  const { organizationId } = await assay.getProject({ projectId });
  await owner.assay.createInvitation({ organizationId }, { email: 'invited@assay.example', role: 'member' });
  await owner.assay.createRunnerToken({ organizationId }, { name: 'beside the servers', projectId, labels: ['lab'] });
}

/** Makes the empty database of a superuser's URL what it was at the release, from its folder. */
export async function restoreReleaseData(folder: string, databaseUrl: string, workFolder: string): Promise<void> {
  const dump = unpackDump(await readFile(join(folder, FILES.dump)));
  await restoreDump(databaseUrl, dump, releasedSchemas(), workFolder, log);
}

/**
 * Starts this code on a database that holds the data of a release, with the schema of this code or a newer one, reads all of
 * it, and does everything that callers of the API can do. @returns what a released answer has and the present one lacks.
 */
export async function serveReleaseData(folder: string, databaseUrl: string): Promise<string[]> {
  const answers = JSON.parse(
    brotliDecompressSync(await readFile(join(folder, FILES.answers))).toString(),
  ) as ReleasedAnswers;
  await prepareDatabase(databaseUrl, releasedSchemas(), log);
  const everything = await sharedEverythingServer({ transport: 'streamableHttp' });
  const installation = await startReleased(databaseUrl);
  try {
    const lost: string[] = [];
    for (const [path, answer] of Object.entries(answers))
      lost.push(...lostIn(answer, await installation.read(path)).map((place) => `GET ${path} ${place}`));
    await fillOverApi(await newProject(installation.api), everything.url);
    return lost;
  } finally {
    await installation.stop();
    await everything.stop();
  }
}

async function newProject(api: Api): Promise<Api> {
  const { id } = await api.assay.createProject({ name: `later ${Date.now()}` });
  return api.inProject(id);
}
