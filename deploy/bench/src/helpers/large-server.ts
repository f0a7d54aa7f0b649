import { startFaultyServer } from '@assay/testkit/mcp-servers/faulty-servers';
import { answerQuestions } from '../helper.ts';

const server = await startFaultyServer();

/** Answers the address of an MCP server whose tool `large` returns 10 MB. */
answerQuestions(async () => server.url('/tools'));
