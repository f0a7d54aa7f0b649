import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkHeyApi } from '../clients/hey-api.ts';
import { checkOpenapiTypescript } from '../clients/openapi-typescript.ts';
import { repositoryRoot, sumOutcomes, type CheckStep, type StepOutcome } from '../step.ts';

/** Generates a client from the API in a folder, and compiles it. */
type ClientCheck = (api: string, folder: string) => Promise<StepOutcome>;

const checks: Record<string, ClientCheck> = {
  'openapi-typescript': checkOpenapiTypescript,
  'hey-api': checkHeyApi,
};

/** Generates two TypeScript clients from openapi.json and compiles them. Fetches the generators once. */
export const clientsStep: CheckStep = {
  name: 'clients',
  run: async () => sumOutcomes(await Promise.all(Object.values(checks).map(checkClient))),
};

/** Runs the check of one generated client in a folder that is deleted afterwards. */
export async function checkClient(check: ClientCheck): Promise<StepOutcome> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-clients-'));
  try {
    return await check(join(repositoryRoot, 'gateway/openapi.json'), folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}
