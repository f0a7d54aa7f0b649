import './resources-tab.css';
import { useMemo, useState } from 'react';
import { getRouteApi } from '@tanstack/react-router';
import { Button } from '../../components/button/button.tsx';
import { RawDialog } from '../../components/code/raw-dialog.tsx';
import { PaneTabs } from '../../components/panes/pane-tabs.tsx';
import { Part } from '../../components/part/part.tsx';
import { Verdict } from '../../components/verdict/verdict.tsx';
import { useOperation, usePages } from '../../data/operations.ts';
import { expandTemplate, templateVariables } from '../../lib/uri-template/uri-template.ts';
import { ServerFrame } from '../server/server-frame.tsx';
import type { ServerTabProps } from '../server/server-tab.ts';
import { useLatestSurface } from '../server/use-latest-surface.ts';
import { ContentPane } from './content-pane.tsx';
import { PromptsPane } from './prompts-pane.tsx';
import type { HeldResource } from './resource-tree.ts';
import { ResourcesWhy, resourcesVerdict } from './resources-verdict.tsx';
import { TreePane } from './tree-pane.tsx';
import { useReads } from './use-reads.ts';

const route = getRouteApi('/shell/p/$projectId/servers/$serverId');

/**
 * The things that a server holds, and whether they are as declared: resources, templates, addresses that results linked, and
 * prompts. Nothing is read before it is asked for. Operations: listResources, listResourceTemplates,
 * listSeenResources, readResource, listPrompts, getPrompt, completeArgument, listSeenValues.
 */
export function ResourcesTab({ server }: ServerTabProps) {
  const address = { projectId: server.projectId, serverId: server.id };
  const { tab, q = '', uri: chosen, args, pin: pins = [], prompt } = route.useSearch();
  const navigate = route.useNavigate();
  const { surface, surfaces } = useLatestSurface(address);
  const listed = usePages('listResources', address);
  const templates = usePages('listResourceTemplates', address);
  const seen = useOperation('listSeenResources', address);
  const { reads, running, read, readAll, maxReads } = useReads(address);
  const [pane, setPane] = useState<'list' | 'content' | 'prompts'>(tab === 'prompts' ? 'prompts' : 'list');
  const held = useMemo(
    () => heldResources(listed.items, templates.items, seen.data?.items),
    [listed.data, templates.data, seen.data],
  );
  const resource = held.find(({ uri }) => uri === chosen) ?? held[0];
  const values = valuesIn(args);
  const isTemplate = resource?.kind === 'template';
  const uri = resource ? (isTemplate ? expandTemplate(resource.uri, values) : resource.uri) : '';
  const isWhole = !isTemplate || templateVariables(resource.uri).every((each) => each.isOptional || values[each.name]);
  const offered = held.filter(({ kind }) => kind === 'listed').map((each) => each.uri);
  const capabilities = surface?.capabilities as
    | { completions?: unknown; prompts?: unknown; resources?: { subscribe?: unknown } }
    | undefined;
  const isKnown = surface !== undefined || (surfaces.data?.items.length === 0 && undefined);
  const replace = (next: { q?: string; uri?: string; args?: string; pin?: readonly string[]; prompt?: string }): void =>
    void navigate({
      search: (old) =>
        Object.fromEntries(
          Object.entries({ ...old, ...next }).filter(([, value]) => value !== '' && value !== undefined),
        ),
      replace: true,
    });
  const [isRaw, setRaw] = useState(false);
  const done = reads.get(uri);
  const shown = done?.kind === 'read' ? done.report : undefined;
  const onRead = (): void => {
    if (resource && isWhole) void read(uri);
  };
  const onPin = (each: string): void =>
    replace({ pin: pins.includes(each) ? pins.filter((pin) => pin !== each) : [...pins, each] });
  return (
    <ServerFrame
      server={server}
      tab={tab === 'prompts' ? 'prompts' : 'resources'}
      below={resource?.uri}
      flush
      request={{ operation: 'readResource', params: address, body: { uri, report: true } }}
      keys={[
        { keys: ['Enter'], label: 'read', run: onRead },
        { keys: ['p'], label: 'pin', run: () => resource && onPin(uri) },
        { keys: ['d'], run: () => void readAll(offered) },
        { keys: ['r'], ...(shown && { label: 'raw' }), run: () => setRaw(shown !== undefined) },
      ]}
      head={
        <Verdict
          {...resourcesVerdict(held, reads, listed.isPending)}
          why={<ResourcesWhy reads={reads} held={held} />}
          actions={
            offered.length > 0 && (
              <Button keyHint="d" disabled={running.size > 0} onClick={() => void readAll(offered)}>
                {running.size > 0 ? 'Reading…' : offered.length > maxReads ? `Read the first ${maxReads}` : 'Read all'}
              </Button>
            )
          }
        />
      }
    >
      <PaneTabs
        label="Pane"
        columns="resource-panes"
        options={[
          ['list', 'Resources'],
          ['content', 'Content'],
          ['prompts', 'Prompts'],
        ]}
        value={pane}
        onChange={setPane}
      >
        {listed.data || listed.error ? (
          listed.error && held.length === 0 ? (
            <section className="pane raised" aria-label="Resources">
              <div className="pad">
                <Part of={listed} what="resources">
                  {() => undefined}
                </Part>
              </div>
            </section>
          ) : (
            <TreePane
              resources={held}
              query={q}
              onQuery={(next) => replace({ q: next })}
              selected={resource?.uri}
              onSelect={(next) => {
                setPane('content');
                replace({ uri: next.uri, args: '' });
              }}
              onEnd={
                listed.hasNextPage
                  ? () => {
                      if (!listed.isFetching) void listed.fetchNextPage();
                    }
                  : undefined
              }
            />
          )
        ) : (
          <section className="pane raised" aria-label="Resources">
            <div className="pad">
              <Part of={listed} what="resources" rows={6}>
                {() => undefined}
              </Part>
            </div>
          </section>
        )}
        <ContentPane
          key={resource?.uri}
          address={address}
          resource={resource}
          uri={uri}
          values={values}
          onValues={(next) => replace({ uri: resource!.uri, args: JSON.stringify(next) })}
          completes={isKnown ? capabilities?.completions !== undefined : undefined}
          canSubscribe={isKnown ? capabilities?.resources?.subscribe === true : undefined}
          reads={reads}
          isReading={(each) => running.has(each)}
          onRead={(each) => (each !== uri || isWhole) && void read(each)}
          pins={pins}
          onPin={onPin}
        />
        <PromptsPane
          address={address}
          completes={isKnown ? capabilities?.completions !== undefined : undefined}
          offers={isKnown ? capabilities?.prompts !== undefined : undefined}
          selected={prompt}
          onSelect={(name) => replace({ prompt: name })}
        />
      </PaneTabs>
      {isRaw && shown && <RawDialog title="The report" value={shown} onClose={() => setRaw(false)} />}
    </ServerFrame>
  );
}

interface Declared {
  uri?: string;
  uriTemplate?: string;
  name?: string;
  mimeType?: string;
}

/** The resources that lists of the server and results of calls name, each address once. */
function heldResources(
  listed: readonly Declared[] = [],
  templates: readonly Declared[] = [],
  seen: readonly Declared[] = [],
): readonly HeldResource[] {
  const known = new Set(listed.map(({ uri }) => uri));
  const of = (kind: HeldResource['kind']) => (each: Declared) => ({
    uri: each.uri ?? each.uriTemplate ?? '',
    kind,
    name: each.name,
    mimeType: each.mimeType,
  });
  return [
    ...listed.map(of('listed')),
    ...templates.map(of('template')),
    ...seen.filter(({ uri }) => !known.has(uri)).map(of('linked')),
  ];
}

/** The values of a template in the address of the page. */
function valuesIn(args: string | undefined): Readonly<Record<string, string>> {
  try {
    const parsed: unknown = args === undefined || args === '' ? {} : JSON.parse(args);
    if (typeof parsed !== 'object' || parsed === null) return {};
    return Object.fromEntries(Object.entries(parsed).map(([name, value]) => [name, String(value)]));
  } catch {
    return {};
  }
}
