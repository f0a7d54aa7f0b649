import './settings-tab.css';
import '../servers/servers-screen.css';
import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { Problem } from '@assay/sdk';
import { Button } from '../../components/button/button.tsx';
import { ConflictDialog, type Conflict } from '../../components/conflict-dialog/conflict-dialog.tsx';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { MoreMenu } from '../../components/menu/menu.tsx';
import { ActionError } from '../../components/part/part.tsx';
import { Tag } from '../../components/tag/tag.tsx';
import { showToast } from '../../components/toast/toast-queue.ts';
import { Verdict } from '../../components/verdict/verdict.tsx';
import { client } from '../../data/client.ts';
import { useOperation, type ReplyOf } from '../../data/operations.ts';
import { useMemberNames } from '../../data/use-members.ts';
import { useMayWrite } from '../../data/project-role.ts';
import { useAction } from '../../data/use-action.ts';
import { writeCountOf } from '../../lib/format/numbers.ts';
import { useKeptEdit } from '../../lib/kept-edit.ts';
import { kindOfState, placeOf, stateOf } from '../servers/server-words.ts';
import { ServerFrame } from '../server/server-frame.tsx';
import type { ServerRead, ServerTabProps } from '../server/server-tab.ts';
import { DeletePart } from './delete-part.tsx';
import { HeadersPart } from './headers-part.tsx';
import { MetPart } from './met-part.tsx';
import { changedFields, editOf, patchOf, type ServerEdit } from './server-edit.ts';
import { SwitchPart } from './switch-part.tsx';
import { TunnelPart } from './tunnel-part.tsx';
import { usesInWords } from './uses-in-words.ts';
import { WayPart } from './way-part.tsx';

const CHANGED = ['getProjectServer', 'listProjectServers', 'listServerChanges', 'listServerDiagnoses'] as const;

/**
 * How a server is reached, what depends on it, its tunnel, and its end. Operations: getProjectServer, updateProjectServer,
 * runDoctor, getServerUses, listServerSurfaces, getTunnel, closeTunnel, deleteProjectServer, listSecrets.
 */
export function SettingsTab({ server }: ServerTabProps) {
  const { projectId, id: serverId } = server;
  const address = { projectId, serverId };
  const mayWrite = useMayWrite(projectId);
  const nameOf = useMemberNames(projectId);
  const uses = useOperation('getServerUses', address);
  const cache = useQueryClient();
  const edit = useKeptEdit<ServerEdit>(`server ${serverId}`, { revision: server.revision, value: editOf(server) });
  const [conflict, setConflict] = useState<Conflict<ServerEdit>>();
  const save = useAction(
    async ({ value, base }: { value: ServerEdit; base: { revision: number; value: ServerEdit } }) => {
      try {
        return await client.updateProjectServer(address, {
          ...patchOf(base.value, value),
          expectedRevision: base.revision,
        });
      } catch (error) {
        const current = currentOf(error);
        if (!current) throw error;
        setConflict({
          base: edit.base,
          theirs: { revision: current.revision, value: editOf(current) },
          yours: value,
          by: nameOf(current.updatedBy),
          at: current.updatedAt,
        });
        return undefined;
      }
    },
    {
      onDone: (saved) => {
        if (!saved) return;
        setConflict(undefined);
        edit.begin({ revision: saved.revision, value: editOf(saved) });
        void diagnose();
      },
    },
  );
  /** A change counts from the next connection on: it is diagnosed at once. */
  const diagnose = async (): Promise<void> => {
    const report = await client.runDoctor(address).catch(() => undefined);
    cache.setQueryData(['runDoctor', address], report);
    await Promise.all(CHANGED.map((id) => cache.invalidateQueries({ queryKey: [id] })));
    showToast(
      report?.status === 'ready'
        ? { kind: 'passed', title: 'Saved, and ready' }
        : {
            kind: 'warning',
            title: 'Saved, and not ready',
            text: report?.error?.message ?? 'The diagnosis could not be made.',
          },
    );
  };
  const changes = changedFields(edit.base.value, edit.value);
  const start = (): void => {
    if (mayWrite && edit.isDirty && !save.isRunning) save.run({ value: edit.value, base: edit.base });
  };
  return (
    <ServerFrame
      server={server}
      tab="settings"
      request={{ operation: 'getProjectServer', params: address }}
      keys={
        mayWrite
          ? [
              { keys: ['mod+s'], label: 'save and diagnose', run: start },
              { keys: ['d'], label: 'diagnose', run: () => void diagnose() },
              ...(edit.isDirty ? [{ keys: ['Escape'], label: 'discard', run: edit.discard }] : []),
            ]
          : []
      }
      head={
        <Verdict
          {...sentenceOf(server)}
          rest={
            uses.data &&
            `${writeCountOf(uses.data.count, 'thing')} ${uses.data.count === 1 ? 'depends' : 'depend'} on it.`
          }
          why={<Why server={server} uses={uses.data} />}
          actions={
            mayWrite && (
              <>
                {edit.isDirty && (
                  <span className="settings-unsaved">
                    <Tag tone="warn">{writeCountOf(changes.length, 'unsaved change')}</Tag>
                  </span>
                )}
                <Button look="primary" keyHint="mod+s" disabled={!edit.isDirty || save.isRunning} onClick={start}>
                  {save.isRunning ? 'Saving…' : 'Save and diagnose'}
                </Button>
                <MoreMenu
                  actions={[
                    { word: 'Discard changes', run: edit.discard, reason: edit.isDirty ? undefined : 'there are none' },
                    { word: 'Diagnose', keyHint: 'd', run: () => void diagnose() },
                  ]}
                />
              </>
            )
          }
        />
      }
    >
      <ActionError error={save.error} />
      <div className="settings-columns">
        <div>
          <WayPart
            server={server}
            edit={edit.value}
            saved={edit.base.value}
            mayWrite={mayWrite}
            onEdit={edit.change}
            between={<HeadersPart server={server} mayWrite={mayWrite} />}
          />
          <MetPart address={address} />
        </div>
        <div>
          <TunnelPart server={server} mayWrite={mayWrite} />
          <SwitchPart server={server} mayWrite={mayWrite} count={uses.data?.count} />
          {mayWrite && <DeletePart server={server} uses={uses.data} />}
        </div>
      </div>
      {conflict && (
        <ConflictDialog
          what="server"
          conflict={conflict}
          isRunning={save.isRunning}
          onKeepEditing={() => setConflict(undefined)}
          onTakeTheirs={() => {
            edit.begin(conflict.theirs);
            setConflict(undefined);
            void cache.invalidateQueries({ queryKey: ['getProjectServer'] });
          }}
          onSave={(merged) => save.run({ value: merged, base: conflict.theirs })}
        />
      )}
    </ServerFrame>
  );
}

/** The server as it is, where a save was refused because another person saved it. */
function currentOf(error: unknown): ServerRead | undefined {
  if (!(error instanceof Problem) || error.status !== 409) return undefined;
  return error.details?.['current'] as ServerRead | undefined;
}

function sentenceOf(server: ServerRead) {
  const state = stateOf(server);
  const words = {
    unusable: 'Cannot be used as saved.',
    look: 'Ready as saved, with something to look at.',
    well: 'Ready as saved.',
    unknown: 'Not diagnosed as saved.',
  };
  return { kind: kindOfState(state), word: words[state] };
}

function Why({ server, uses }: { server: ServerRead; uses: ReplyOf<'getServerUses'> | undefined }) {
  const kinds = ['suite', 'environment', 'journey', 'study'] as const;
  const who = uses && usesInWords(uses.uses, kinds);
  const verb =
    uses?.uses.filter(({ kind }) => kinds.some((each) => each === kind)).length === 1 ? 'connects' : 'connect';
  return (
    <>
      {who ? `${who} ${verb} to ` : 'It is reached at '}
      <code>
        <Foreign text={placeOf(server)} />
      </code>
      . A change counts from the next connection on; what runs now keeps the old settings.
    </>
  );
}
