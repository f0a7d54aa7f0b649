import { SdkError, SdkErrorCode, type RequestOptions } from '@modelcontextprotocol/client';
import {
  SkillsClient,
  SkillVerificationError,
  SKILLS_EXTENSION_ID,
  type Skill,
  type SkillFile,
  type SkillListing,
} from '@modelcontextprotocol/client/ext/skills';
import { Problem } from '@assay/contract/problem';
import type { SessionConnection } from '../session-connection.ts';
import { sendRequest, type CallOptions } from './request.ts';

export type { SkillFile };

/** Why a skill or one of its files must not be loaded. */
export interface SkillRefusal {
  reason: 'invalid' | 'unlisted' | 'size' | 'digest' | 'frontmatter';
  message: string;
  uri?: string;
  differences?: string[];
}

type OrRefusal<T> = T | { refusal: SkillRefusal };

/** The skills of a server (extension SEP-2640 of the protocol). */
export interface ServerSkills {
  /** All skills, and the entries that break the extension's rules. */
  list(options?: CallOptions): Promise<Pick<SkillListing, 'skills' | 'invalid'>>;
  /** One skill with its SKILL.md, verified against its entry. */
  get(uri: string, options?: CallOptions): Promise<OrRefusal<{ skill: Skill; document: SkillFile }>>;
  /** One file of a skill's manifest, verified against its entry. */
  read(skillUri: string, fileUri: string, options?: CallOptions): Promise<OrRefusal<{ file: SkillFile }>>;
}

export function openSkills(link: SessionConnection): ServerSkills {
  const client = new SkillsClient(link.client, { skipInvalid: true });
  const asked = async <T>(
    method: string,
    options: CallOptions,
    work: (limits: RequestOptions) => Promise<T>,
  ): Promise<T> => {
    if (!client.supported) {
      const { serverId, serverName } = link.target;
      throw new Problem('FEATURE_NOT_SUPPORTED', `Server "${serverName}" does not offer skills.`, {
        serverId,
        capability: SKILLS_EXTENSION_ID,
      });
    }
    return (await sendRequest(link, method, options, work)).value;
  };
  return {
    list: (options = {}) => asked('skills/list', options, (limits) => client.list({}, limits)),
    get: (uri, options = {}) =>
      asked('skills/get', options, (limits) =>
        orRefusal(async () => {
          const { skill } = await client.get(uri, limits);
          return { skill, document: await client.read(skill, undefined, limits) };
        }),
      ),
    read: (skillUri, fileUri, options = {}) =>
      asked('resources/read', options, (limits) =>
        orRefusal(async () => {
          const { skill } = await client.get(skillUri, limits);
          return { file: await client.read(skill, fileUri, limits) };
        }),
      ),
  };
}

async function orRefusal<T>(work: () => Promise<T>): Promise<OrRefusal<T>> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof SkillVerificationError) {
      const { reason, message, uri, differences } = error;
      return {
        refusal: {
          reason,
          message,
          uri,
          ...(differences.length > 0 && { differences: [...differences] }),
        },
      };
    }
    if (error instanceof SdkError && error.code === SdkErrorCode.InvalidResult)
      return { refusal: { reason: 'invalid', message: error.message } };
    throw error;
  }
}
