import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { showToast } from '../../components/toast/toast-queue.ts';
import { client } from '../../data/client.ts';
import { writeCountOf } from '../../lib/format/numbers.ts';

/** This many servers are diagnosed at once. */
const AT_ONCE = 4;
const CHANGED = [
  'listProjectServers',
  'getProjectServer',
  'listServerChanges',
  'listServerDays',
  'listServerDiagnoses',
] as const;

/** Diagnoses servers, a few at once, and reads anew what that changes. `running` are the ids under way. */
export function useDiagnose(projectId: string) {
  const [running, setRunning] = useState<ReadonlySet<string>>(new Set());
  const cache = useQueryClient();
  const diagnose = async (ids: readonly string[]): Promise<void> => {
    setRunning((before) => before.union(new Set(ids)));
    const left = [...ids];
    let failed = 0;
    const work = async (): Promise<void> => {
      for (let serverId = left.shift(); serverId !== undefined; serverId = left.shift()) {
        const one = serverId;
        await client.runDoctor({ projectId, serverId: one }).catch(() => {
          failed += 1;
        });
        setRunning((before) => before.difference(new Set([one])));
      }
    };
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, ids.length) }, work));
    await Promise.all(CHANGED.map((id) => cache.invalidateQueries({ queryKey: [id] })));
    if (failed > 0)
      showToast({
        kind: 'warning',
        title: `${writeCountOf(failed, 'server')} could not be diagnosed`,
        text: 'Try again, or open one to read why.',
      });
    else if (ids.length > 1) showToast({ kind: 'note', title: `${writeCountOf(ids.length, 'server')} diagnosed` });
  };
  return { running, diagnose: (ids: readonly string[]) => void diagnose(ids) };
}
