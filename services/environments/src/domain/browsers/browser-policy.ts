import type { BrowserPolicy, EffectivePolicy, WantedBrowser } from '@assay/contract/areas/browsers/policy';
import type { ToolMode } from '@assay/contract/areas/chat-sessions/turn';
import { refuseFault } from '@assay/contract/fault';
import { given } from '@assay/contract/given';

const DEFAULTS: EffectivePolicy = {
  mode: 'interactive',
  maxCommands: 200,
  idleTimeoutMs: 120_000,
  lifetimeMs: 1_800_000,
  screenshots: true,
};

/** The numbers of a policy. */
const LIMITS = ['maxCommands', 'idleTimeoutMs', 'lifetimeMs'] as const;

/** The grant of a first request: its policy with every default filled in. */
export const grantedPolicy = (policy: BrowserPolicy = {}): EffectivePolicy => ({ ...DEFAULTS, ...policy });

/** Whether each address that `host` names is one that `pattern` names; `*.example.org` does not name `example.org`. */
const isWithin = (host: string, pattern: string): boolean => {
  const [inner, outer] = [host.toLowerCase(), pattern.toLowerCase()];
  return inner === outer || (outer.startsWith('*.') && inner.endsWith(outer.slice(1)));
};

const isAmong = (host: string, patterns: readonly string[]): boolean =>
  patterns.some((pattern) => isWithin(host, pattern));

/** @throws VALIDATION_ERROR that names the first field of a later policy which would widen the first grant. */
export function assertNarrows(first: EffectivePolicy, wanted: BrowserPolicy, at: string): void {
  const faults = [
    wanted.mode === 'interactive' && first.mode === 'read_only' && 'mode',
    first.allowedHosts && wanted.allowedHosts?.some((host) => !isAmong(host, first.allowedHosts!)) && 'allowedHosts',
    ...LIMITS.map((field) => (wanted[field] ?? 0) > first[field] && field),
    wanted.screenshots === true && !first.screenshots && 'screenshots',
  ];
  const field = faults.find((fault) => typeof fault === 'string');
  if (field === undefined) return;
  refuseFault(
    {
      path: `${at}/${field}`,
      message: 'would widen what the first request of the session was granted: leave it out or narrow it',
    },
    { granted: first },
  );
}

/**
 * Refuses a later request for another profile, or with a policy that would widen the first grant; `at` is where the request
 * stands in its body.
 * @throws VALIDATION_ERROR
 */
export function assertFirstGrant(
  { policy, profileId }: { policy: EffectivePolicy; profileId: string | null },
  wanted: WantedBrowser,
  at: string,
): void {
  if (wanted.policy) assertNarrows(policy, wanted.policy, `${at}/policy`);
  if (wanted.profileId !== undefined && wanted.profileId !== profileId)
    refuseFault(
      {
        path: `${at}/profileId`,
        message: 'is not the profile of the session, which its first request fixed: leave it out',
      },
      { ...(profileId !== null && { profileId }) },
    );
}

/** The policy that allows what both allow. */
export function narrowPolicy(present: EffectivePolicy, wanted: BrowserPolicy = {}): EffectivePolicy {
  const next: EffectivePolicy = {
    ...present,
    mode: wanted.mode === 'read_only' ? 'read_only' : present.mode,
    screenshots: present.screenshots && wanted.screenshots !== false,
  };
  for (const field of LIMITS) next[field] = Math.min(present[field], wanted[field] ?? Number.POSITIVE_INFINITY);
  const hosts = commonHosts(present.allowedHosts, wanted.allowedHosts);
  return { ...next, ...given({ allowedHosts: hosts }) };
}

function commonHosts(a: readonly string[] | undefined, b: readonly string[] | undefined): string[] | undefined {
  if (!a || !b) return (a ?? b)?.slice();
  return [...new Set([...a.filter((host) => isAmong(host, b)), ...b.filter((host) => isAmong(host, a))])];
}

/** The policy in a chat session: one whose tools only read has a browser that only reads. */
export const pinnedPolicy = (policy: EffectivePolicy, toolMode: ToolMode | undefined): EffectivePolicy =>
  toolMode === 'read_only' ? narrowPolicy(policy, { mode: 'read_only' }) : policy;
