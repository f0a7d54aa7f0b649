import './server-tools.css';
import { useEffect, useRef, useState } from 'react';
import { getRouteApi } from '@tanstack/react-router';
import { useQueryClient } from '@tanstack/react-query';
import { given } from '@assay/contract/given';
import type { CallReport } from '@assay/sdk/gen/documents';
import { curlOf } from '../../components/key-line/key-line.tsx';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { Mark } from '../../components/mark/mark.tsx';
import { ObjectPage } from '../../components/page/object-page.tsx';
import { PaneTabs } from '../../components/panes/pane-tabs.tsx';
import { Part } from '../../components/part/part.tsx';
import type { FormValue } from '../../components/schema-form/schema-form.tsx';
import { client } from '../../data/client.ts';
import { operationQuery, useOperation, usePages, type ItemOf } from '../../data/operations.ts';
import { copyText } from '../../lib/copy-text.ts';
import { useIsLeaving } from '../../lib/use-is-leaving.ts';
import { ServerFrame } from '../server/server-frame.tsx';
import type { ServerRead } from '../server/server-tab.ts';
import { useLatestSurface } from '../server/use-latest-surface.ts';
import { readArguments, writeArguments } from './address-arguments.ts';
import { CallPane } from './call-pane.tsx';
import type { CallEnd } from './call-outcome.ts';
import { ResultPane } from './result-pane.tsx';
import { SaveAsCase } from './save-as-case.tsx';
import { hasWidget } from './tool-effect.ts';
import { ToolList } from './tool-list.tsx';

const route = getRouteApi('/shell/p/$projectId/servers/$serverId/tools');
/** The address follows what is typed after this rest, in milliseconds. */
const REST_MS = 300;

/** The tools of a server, and calls of them. Operations: getProjectServer, listTools, callTool, listToolCalls, getToolCall. */
export function ServerToolsScreen() {
  const server = useOperation('getProjectServer', route.useParams());
  return (
    <ObjectPage of={server} what="server">
      {(data) => <ServerTools server={data} />}
    </ObjectPage>
  );
}

function ServerTools({ server }: { server: ServerRead }) {
  const address = { projectId: server.projectId, serverId: server.id };
  const { tool: named, as = 'form', args } = route.useSearch();
  const navigate = route.useNavigate();
  const cache = useQueryClient();
  const tools = usePages('listTools', address);
  const tool = named === undefined ? tools.items?.[0] : tools.items?.find(({ name }) => name === named);
  const toolName = tool?.name;
  // The typed arguments of each tool; only the part without secrets is in the address.
  const [typed, setTyped] = useState<Readonly<Record<string, FormValue>>>({});
  const value = (toolName !== undefined && typed[toolName]) || readArguments(args);
  const [ends, setEnds] = useState<Readonly<Record<string, CallEnd>>>({});
  const [calling, setCalling] = useState<string>();
  const [withReport, setWithReport] = useState(true);
  const [earlier, setEarlier] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  const [pane, setPane] = useState<'tools' | 'call' | 'result'>('tools');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const isLeaving = useIsLeaving();

  const choose = (name: string): void => {
    clearTimeout(timer.current);
    setEarlier(undefined);
    setPane('call');
    const written = writeArguments(typed[name] ?? {}, tools.items?.find((one) => one.name === name)?.inputSchema);
    void navigate({
      search: ({ args: _before, ...others }) => ({ ...others, tool: name, ...given({ args: written }) }),
      replace: true,
    });
  };
  const type = (next: FormValue): void => {
    if (!tool) return;
    setTyped((before) => ({ ...before, [tool.name]: next }));
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      if (isLeaving()) return;
      void navigate({
        search: ({ args: _before, ...others }) => ({
          ...others,
          tool: tool.name,
          ...given({ args: writeArguments(next, tool.inputSchema) }),
        }),
        replace: true,
      });
    }, REST_MS);
  };
  const body = { toolName: toolName ?? '', parameters: { ...value }, report: withReport };
  const call = async (): Promise<void> => {
    if (toolName === undefined || calling !== undefined) return;
    setCalling(toolName);
    setEarlier(undefined);
    setPane('result');
    const startedAt = performance.now();
    const end = await client.callTool(address, body).then(
      (reply): CallEnd =>
        withReport
          ? { kind: 'report', report: reply as CallReport }
          : { kind: 'plain', result: reply, durationMs: performance.now() - startedAt },
      (error: unknown): CallEnd => ({ kind: 'error', error: error as Error }),
    );
    setEnds((before) => ({ ...before, [toolName]: end }));
    setCalling(undefined);
    await cache.invalidateQueries({ queryKey: ['listToolCalls'] });
  };
  const repeat = async ({ id, arguments: sent, error, durationMs }: ItemOf<'listToolCalls'>): Promise<void> => {
    setEarlier(id);
    if (sent) type(sent);
    const kept = await cache.fetchQuery(operationQuery('getToolCall', { ...address, toolCallId: id }));
    const end: CallEnd | undefined = kept.result
      ? { kind: 'plain', result: kept.result, durationMs, isEarlier: true }
      : error && { kind: 'error', error: new Error(error.message) };
    if (end && toolName !== undefined) setEnds((before) => ({ ...before, [toolName]: end }));
  };
  const request = { operation: 'callTool', params: address, body };
  const copyCurl = (): void => copyText(curlOf(request), 'The request as curl');
  return (
    <ServerFrame
      server={server}
      tab="tools"
      below={toolName}
      flush
      request={request}
      keys={[
        { keys: ['mod+Enter'], label: 'call', run: () => void call() },
        { keys: ['s'], label: 'save as case', run: () => setSaving(toolName !== undefined) },
        { keys: ['c'], run: copyCurl },
      ]}
      head={<ToolsHead server={server} isReady={tools.data !== undefined} error={tools.error} />}
    >
      <PaneTabs
        label="Pane"
        columns="tool-panes"
        options={[
          ['tools', 'Tools'],
          ['call', 'Call'],
          ['result', 'Result'],
        ]}
        value={pane}
        onChange={setPane}
      >
        <section className="pane raised" aria-label="Tools">
          <Part of={tools} what="tools" rows={9}>
            {() => (
              <ToolList
                tools={tools.items!}
                selected={toolName}
                onSelect={choose}
                onEnd={tools.hasNextPage ? () => void tools.fetchNextPage() : undefined}
              />
            )}
          </Part>
        </section>
        <CallPane
          address={address}
          tool={tool}
          as={as}
          onAs={(next) =>
            void navigate({
              search: ({ as: _before, ...others }) => ({ ...others, ...(next !== 'form' && { as: next }) }),
              replace: true,
            })
          }
          value={value}
          onValue={type}
          isCalling={calling !== undefined}
          withReport={withReport}
          onWithReport={setWithReport}
          onCall={() => void call()}
          onSave={() => setSaving(true)}
          earlier={earlier}
          onEarlier={(one) => void repeat(one)}
        />
        <ResultPane
          key={toolName}
          end={toolName === undefined ? undefined : ends[toolName]}
          isRunning={calling !== undefined && calling === toolName}
          widgetOf={tool && hasWidget(tool) ? { ...address, toolName: tool.name, parameters: { ...value } } : undefined}
          onCurl={copyCurl}
        />
      </PaneTabs>
      {isSaving && toolName !== undefined && (
        <SaveAsCase
          projectId={address.projectId}
          serverName={server.name}
          toolName={toolName}
          value={value}
          onClose={() => setSaving(false)}
        />
      )}
    </ServerFrame>
  );
}

/** The name of the server, and how it answers. */
function ToolsHead({ server, isReady, error }: { server: ServerRead; isReady: boolean; error: Error | null }) {
  const { surface } = useLatestSurface({ projectId: server.projectId, serverId: server.id });
  const version = surface?.serverInfo?.['version'];
  return (
    <div className="row wrap tool-title">
      <Mark kind={isReady ? 'passed' : error ? 'failed' : 'running'} size="mid" word="" />
      <h1>
        <Foreign text={server.name} />
      </h1>
      <span className="muted">
        {isReady ? 'ready' : error ? 'its tools cannot be listed' : 'asking it for its tools'}
        {typeof version === 'string' && (
          <>
            , <Foreign text={version} />
          </>
        )}
        {surface?.protocolVersion !== undefined && `, protocol ${surface.protocolVersion}`}
      </span>
    </div>
  );
}
