import { given } from '@assay/contract/given';
import type { Tool } from '@modelcontextprotocol/client';
import { isObject } from '@assay/contract/json';
import { Problem } from '@assay/contract/problem';
import type { ServerTarget } from '../target.ts';
import type { InvalidItem } from './listed-items.ts';
import type { CallOptions } from './request.ts';

type ToolDefinition = Pick<Tool, 'name' | 'inputSchema'>;

/** The tools of a server as they were listed, and the entries that clients leave out. */
export interface ListedTools {
  items: readonly Record<string, unknown>[];
  invalidItems?: readonly Pick<InvalidItem, 'name' | 'why' | 'leftOut'>[] | undefined;
}

const NO_INPUT: ToolDefinition['inputSchema'] = { type: 'object' };

/**
 * The definitions by which a client of revision 2026-07-28 repeats arguments in headers (`x-mcp-header`), as far as the
 * list of its session is known. A definition has no output schema: results are passed on as they are.
 */
export class ToolDefinitions {
  readonly #target: Pick<ServerTarget, 'serverId' | 'serverName' | 'toolHeaders'>;
  readonly #readTools: (options: CallOptions) => Promise<unknown>;
  readonly #schemas = new Map<string, unknown>();
  readonly #leftOut = new Map<string, string>();
  #isKnown = false;
  #reading: Promise<unknown> | undefined;

  /** `readTools` reads the whole list, each of whose pages is noted. */
  constructor(
    target: Pick<ServerTarget, 'serverId' | 'serverName' | 'toolHeaders'>,
    readTools: (options: CallOptions) => Promise<unknown>,
  ) {
    this.#target = target;
    this.#readTools = readTools;
  }

  /** Whether a list was noted. */
  get isKnown(): boolean {
    return this.#isKnown;
  }

  /** Notes a page of the list, or a list that was read in another session. */
  note({ items, invalidItems = [] }: ListedTools): void {
    this.#isKnown = true;
    for (const { name, inputSchema } of items) {
      this.#schemas.set(String(name), inputSchema);
      this.#leftOut.delete(String(name));
    }
    for (const { name, why, leftOut } of invalidItems) if (leftOut && name !== undefined) this.#leftOut.set(name, why);
  }

  /** The server has said that its list changed. */
  forget(): void {
    this.#isKnown = false;
    this.#schemas.clear();
    this.#leftOut.clear();
  }

  /**
   * The definition for a call; one without parameters when the list is not known, or the target repeats no arguments.
   * @throws Problem of a tool that clients must leave out.
   */
  async definitionOf(name: string, options: CallOptions): Promise<ToolDefinition> {
    const { toolHeaders } = this.#target;
    if (toolHeaders === 'mirror' && !this.#isKnown) await this.read(options);
    const why = this.#leftOut.get(name);
    if (why !== undefined) throw this.#leftOutProblem(name, why);
    const schema = toolHeaders === 'omit' ? undefined : this.#schemas.get(name);
    return { name, inputSchema: isObject(schema) ? (schema as ToolDefinition['inputSchema']) : NO_INPUT };
  }

  /** Reads the list once for concurrent calls. A list that cannot be read leaves what is known. */
  async read({ signal, traceparent }: CallOptions): Promise<void> {
    this.#reading ??= this.#readTools({ ...given({ signal }), ...(traceparent && { traceparent }) }).finally(() => {
      this.#reading = undefined;
    });
    await this.#reading.catch((error: unknown) => {
      if (signal?.aborted) throw error;
    });
  }

  #leftOutProblem(toolName: string, why: string): Problem {
    const { serverId, serverName } = this.#target;
    return new Problem(
      'FEATURE_NOT_SUPPORTED',
      `Tool "${toolName}" of server "${serverName}" ${why}, so a client must not use it.`,
      { serverId, toolName },
    );
  }
}
