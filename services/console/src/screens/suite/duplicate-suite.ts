import { client } from '../../data/client.ts';

interface SuiteAddress {
  projectId: string;
  suiteId: string;
}

/** The parts of a suite file that the copy of a suite is made of. */
interface SuiteParts {
  description?: string;
  tags?: string[];
  model?: string;
  settings?: object;
  cases: { id?: string }[];
}

/** Makes a suite with the cases and settings of another one, under another name; nothing is made when it is refused. */
export async function duplicateSuite(address: SuiteAddress, name: string): Promise<{ suiteId: string }> {
  const [file, suite] = await Promise.all([
    client.exportEvalSuiteFile(address, { format: 'json' }),
    client.getEvalSuite(address, {}),
  ]);
  const { description, tags, model, settings, cases } = JSON.parse(file.content) as SuiteParts;
  const body = {
    name,
    ...(description !== undefined && { description }),
    ...(tags && { tags }),
    ...(model !== undefined && { model }),
    ...(settings && { settings }),
    serverIds: suite.environment.servers,
    ...(suite.environmentIds.length > 0 && { environmentIds: suite.environmentIds }),
    ...(suite.hosts.length > 0 && {
      hosts: suite.hosts.map(({ id: host, servers }) => ({ host, ...(servers && { servers }) })),
    }),
    tests: cases,
  };
  return client.createEvalSuite({ projectId: address.projectId }, body as Parameters<typeof client.createEvalSuite>[1]);
}
