import { startTemporaryAssay } from '@assay/local/temporary/start-temporary-assay';

// Starts a temporary Assay from the archive that the first argument names, says so, and ends it.
const [template] = process.argv.slice(2);
const assay = await startTemporaryAssay({
  env: process.env,
  models: [],
  keep: false,
  ...(template !== undefined && { template }),
});
const { status } = await fetch(`${assay.url}/api/v1/projects/${assay.projectId}`, {
  headers: { authorization: `Bearer ${assay.apiKey}` },
});
console.log(`answered ${status}`);
await assay.stop();
