import { Link } from '@tanstack/react-router';
import { Foreign } from '../../components/foreign/foreign.tsx';
import type { ReplyOf } from '../../data/operations.ts';
import { shortId } from '../../lib/format/ids.ts';
import { writeCountOf } from '../../lib/format/numbers.ts';

/** An object that uses a server. */
export type ServerUse = ReplyOf<'getServerUses'>['uses'][number];

const words: Record<ServerUse['kind'], string> = {
  suite: 'suite',
  environment: 'environment',
  client: 'client',
  serverGroup: 'server group',
  journey: 'journey',
  study: 'study',
};

/** The kind of the object in words, such as `suite, 12 cases`. */
export const kindInWords = ({ kind, caseCount }: ServerUse): string =>
  caseCount === undefined ? words[kind] : `${words[kind]}, ${writeCountOf(caseCount, 'case')}`;

/** The name of the object, which leads to its page where there is one. */
export function UseName({ use: { kind, id, name }, projectId }: { use: ServerUse; projectId: string }) {
  const text = name === undefined ? <code>{shortId(id)}</code> : <Foreign text={name} />;
  if (kind !== 'suite') return text;
  return (
    <Link className="plain" to="/p/$projectId/suites/$suiteId" params={{ projectId, suiteId: id }}>
      {text}
    </Link>
  );
}
