import { hash } from 'node:crypto';
import { DirectoryService, type RunnerPrincipal } from '@assay/contract/gen/assay/v1/catalog';
import { Problem } from '@assay/contract/problem';
import { bearerOf } from '@assay/kit/bearer';
import type { Caller } from '@assay/kit/caller';
import type { Channel } from '@assay/kit/client';
import { newId } from '@assay/kit/id';
import type { Admit } from '@assay/kit/serve';
import { remember } from '../remember.ts';

/** What is known of a runner beside the organization and the project that its calls are signed for. It never travels on. */
export interface Guest { labels: string[]; token: string }

type Standing = { principal: RunnerPrincipal; refusal?: never } | { principal?: never; refusal: Problem };

const TOKEN = /^rt_[\w-]{43}$/;
/** How long an answer about a token is good for, in milliseconds: a runner whose token was revoked is stopped within it. */
export const KNOWN_MS = 1_000;

/** The runners outside of the installation, as their tokens introduce them. */
export class Guests {
  readonly #guests = new WeakMap<Caller, Guest>();
  readonly #standingOf: (tokenHash: string) => Standing | Promise<Standing>;

  constructor(catalog: Channel) {
    this.#standingOf = remember((tokenHash) => look(catalog, tokenHash), { max: 10_000, ttlMs: () => KNOWN_MS });
  }

  /** Makes a caller of the token in the call's metadata; UNAUTHORIZED when there is none that is good. */
  readonly admit: Admit = async (metadata) => {
    const token = bearerOf(metadata);
    if (token === undefined || !TOKEN.test(token)) throw new Problem('UNAUTHORIZED', 'Send a runner token: `authorization: Bearer rt_…`.');
    const { principal, refusal } = await this.#standingOf(hash('sha256', token, 'base64'));
    if (refusal) throw refusal;
    const { organizationId, projectId, labels } = principal;
    const caller: Caller = { requestId: newId('req'), service: 'runner', organizationId, ...(projectId && { projectId }) };
    this.#guests.set(caller, { labels, token });
    return caller;
  };

  /** Who stands behind a caller that was admitted here. */
  of(caller: Caller): Guest {
    return this.#guests.get(caller)!;
  }
}

async function look(catalog: Channel, tokenHash: string): Promise<Standing> {
  try {
    return { principal: await catalog.call(DirectoryService.authenticateRunner, { tokenHash: Buffer.from(tokenHash, 'base64') }) };
  } catch (error) {
    if (error instanceof Problem && error.code === 'UNAUTHORIZED') return { refusal: error };
    throw error;
  }
}
