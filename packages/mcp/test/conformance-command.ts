import { request } from 'node:http';

// The command that the official conformance suite starts for each scenario. It leaves the scenario to the test at
// CLIENT_ORIGIN, because loading the client takes longer than most scenarios, and exits with 1 when the client threw.
const task = {
  scenario: process.env['MCP_CONFORMANCE_SCENARIO'],
  url: process.argv.at(-1),
  context: JSON.parse(process.env['MCP_CONFORMANCE_CONTEXT'] ?? '{}') as object,
};
request(process.env['CLIENT_ORIGIN']!, { method: 'POST' }, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1))
  .on('error', () => process.exit(1))
  .end(JSON.stringify(task));
