import type { RequestListener } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { memorySkillFiles, SkillsExtension, type Skill } from '@modelcontextprotocol/server/ext/skills';
import { listenLocally } from '../listen.ts';

/** The files of the only skill that the server offers. */
export const SKILL_FILES = {
  'forms/SKILL.md': '---\nname: forms\ndescription: Fill in forms.\n---\n# Forms\n\nSee references/GUIDE.md.\n',
  'forms/references/GUIDE.md': '# Guide\n',
  'forms/logo.png': new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0xff]),
};

export interface SkillsServer {
  url: string;
  skill: Skill;
  stop(): Promise<void>;
}

/** A server of the 2.x SDK with its skills extension. */
export async function startSkillsServer(): Promise<SkillsServer> {
  const catalog = await SkillsExtension.load(memorySkillFiles(SKILL_FILES));
  const handler = createMcpHandler(
    () => {
      const server = new McpServer({ name: 'skilled', version: '1.0.0' });
      catalog.attach(server);
      return server;
    },
    { legacy: 'reject' },
  );
  // The SDK's types do not allow a request property with the value undefined.
  const { origin, stop } = await listenLocally(toNodeHandler(handler) as RequestListener);
  return {
    url: `${origin}/mcp`,
    skill: catalog.entries[0]!,
    async stop() {
      await handler.close();
      await stop();
    },
  };
}
