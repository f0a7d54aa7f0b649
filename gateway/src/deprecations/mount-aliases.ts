import type { IRouter } from 'express';
import type { Operation } from '@assay/contract/operation';
import { answerOperation } from '../http/answer.ts';
import { waitContext } from '../http/waiting-call.ts';
import { channelFor, otherMethods, routerMethods, type MountOptions } from '../http/mount.ts';
import { liveAliases, pathOf, type Alias } from './alias.ts';
import { aliasChannel } from './alias-channel.ts';
import { deprecationHeaders } from './headers.ts';

/** Mounts the aliases of operations, with the same guards and services. */
export function mountAliases(
  api: IRouter,
  aliases: Alias[],
  operations: Record<string, Operation>,
  { mesh, each, access, accessGuards, bytes, log, publicUrl, guards, stopping, streams }: MountOptions,
): void {
  const mounted = liveAliases(aliases, operations);
  api.use(deprecationHeaders(mounted));
  for (const onPath of Map.groupBy(mounted, ({ path }) => path).values()) {
    const route = api.route(pathOf(onPath[0]!, (name) => `:${name}`));
    for (const alias of onPath) {
      const { method, operation } = alias;
      route[routerMethods[method]](
        ...guards(operation),
        answerOperation(operation, aliasChannel(alias, channelFor(operation, { mesh, each })), {
          bytes,
          log,
          publicUrl,
          changed: access.forget,
          waiting: waitContext(accessGuards(operation), { access, stopping, streams }),
        }),
      );
    }
    route.all(otherMethods(onPath.map(({ method }) => method)));
  }
}
