import { Button } from '../../components/button/button.tsx';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { ActionError } from '../../components/part/part.tsx';
import { WireLog } from '../../components/wire-log/wire-log.tsx';
import { writeCountOf } from '../../lib/format/numbers.ts';
import type { HeldResource } from './resource-tree.ts';
import { TemplateForm } from './template-form.tsx';
import type { ResourceRead } from './use-reads.ts';
import { ResourceFacts } from './resource-facts.tsx';
import { ResourceContent } from './resource-content.tsx';
import { PinnedCard } from './pinned-card.tsx';

/** One resource: how it is declared and served, its content, and the pinned ones. */
export function ContentPane({
  address,
  resource,
  uri,
  values,
  onValues,
  completes,
  canSubscribe,
  reads,
  isReading,
  onRead,
  pins,
  onPin,
}: {
  address: { projectId: string; serverId: string };
  resource: HeldResource | undefined;
  /** The address, of a template with its values. */
  uri: string;
  values: Readonly<Record<string, string>>;
  onValues: (values: Readonly<Record<string, string>>) => void;
  completes: boolean | undefined;
  canSubscribe: boolean | undefined;
  reads: ReadonlyMap<string, ResourceRead>;
  isReading: (uri: string) => boolean;
  onRead: (uri: string) => void;
  pins: readonly string[];
  onPin: (uri: string) => void;
}) {
  if (!resource)
    return (
      <section className="pane raised" aria-label="Content">
        <p className="faint pad">Choose a resource. Nothing is read before you ask.</p>
      </section>
    );
  const read = reads.get(uri);
  const isTemplate = resource.kind === 'template';
  return (
    <section className="pane raised" aria-label="Content">
      <header>
        <h2 className="mono cut grow">
          <Foreign text={uri} />
        </h2>
        {canSubscribe === false && (
          <Button small disabled title="The server does not declare subscriptions">
            Subscribe
          </Button>
        )}
        <Button small keyHint="p" aria-pressed={pins.includes(uri)} onClick={() => onPin(uri)}>
          {pins.includes(uri) ? 'Unpin' : 'Pin'}
        </Button>
        <Button small keyHint="Enter" disabled={isReading(uri)} onClick={() => onRead(uri)}>
          {isReading(uri) ? 'Reading…' : 'Read'}
        </Button>
      </header>
      <div className="pad">
        <div className="half">
          <div className="col">
            {isTemplate ? (
              <TemplateForm {...{ address, completes, values, onValues }} template={resource.uri} />
            ) : (
              <p className="muted">
                {resource.name === undefined ? 'It has no name.' : <Foreign text={resource.name} />}
              </p>
            )}
          </div>
          <ResourceFacts resource={resource} read={read} canSubscribe={canSubscribe} />
        </div>
        {read?.kind === 'error' && <ActionError error={read.error} />}
        {read?.kind === 'read' && <ResourceContent uri={uri} values={values} read={read} reads={reads} pins={pins} />}
        {pins.length > 0 && (
          <>
            <div className="section-head content-head">
              <h3 className="h2">Pinned</h3>
              <span className="faint">{pins.length}, to compare</span>
            </div>
            <div className="pins">
              {pins.map((pin) => (
                <PinnedCard
                  key={pin}
                  uri={pin}
                  read={reads.get(pin)}
                  isReading={isReading(pin)}
                  onRead={() => onRead(pin)}
                />
              ))}
            </div>
          </>
        )}
        {read?.kind === 'read' && (
          <>
            <div className="section-head content-head">
              <h3 className="h2">JSON-RPC</h3>
              <span className="faint">{writeCountOf(read.report.wire.length, 'message')}</span>
            </div>
            <WireLog label="Messages of this reading" look="brief" entries={fromZero(read.report.wire)} />
          </>
        )}
      </div>
    </section>
  );
}

/** The messages with the first one at zero. */
export const fromZero = <Entry extends { atMs: number }>(wire: readonly Entry[]): Entry[] =>
  wire.map((entry) => ({ ...entry, atMs: entry.atMs - (wire[0]?.atMs ?? 0) }));
