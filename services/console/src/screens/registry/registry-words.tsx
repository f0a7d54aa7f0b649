import type { ReactNode } from 'react';
import { Outcome } from '../../components/outcome/outcome.tsx';
import type { ReplyOf } from '../../data/operations.ts';

export type PublishedServer = ReplyOf<'listDirectoryServers'>['items'][number];
export type PublishedDetail = ReplyOf<'getDirectoryServer'>;
export type Endpoint = PublishedDetail['endpoints'][number];

export const isCommand = ({ kind }: Pick<Endpoint, 'kind'>): boolean => kind === 'stdio';

/** How a published server is reached. */
export function reachedBy({ endpointKinds }: PublishedServer): ReactNode {
  const hasAddress = endpointKinds.some((kind) => kind !== 'stdio');
  const hasCommand = endpointKinds.includes('stdio');
  if (hasAddress && hasCommand)
    return (
      <>
        address or <span className="warn">command</span>
      </>
    );
  if (hasCommand) return <Outcome kind="warning" word="command" calm />;
  return hasAddress ? 'address' : <span className="faint">no endpoint</span>;
}

/** The part of the publisher's identity that a source verified. */
export const verifiedBy = ({ verifiedTier }: PublishedServer): ReactNode =>
  verifiedTier === 'domain' ? (
    <Outcome kind="passed" word="domain" calm />
  ) : verifiedTier === 'account' ? (
    <Outcome kind="note" word="account" calm />
  ) : (
    <Outcome kind="pending" word="nothing" calm />
  );

/** The part of a name behind its slash: the name of the saved server when nothing else is said. */
export const shortName = (name: string): string => name.slice(name.indexOf('/') + 1);

/** The title of a published server, or else the short form of its name. */
export const titleOf = ({ title, name }: PublishedServer): string => title ?? shortName(name);
