import type { Adapter, AdapterPayload } from 'oidc-provider';

/** The store of an authorization server, kept in memory. */
export function authorizationStore(): (model: string) => Adapter {
  const stored = new Map<string, AdapterPayload>();
  return (model) => {
    const key = (id: string) => `${model}:${id}`;
    const one = (matches: (payload: AdapterPayload) => boolean) =>
      [...stored].find(([id, payload]) => id.startsWith(key('')) && matches(payload))?.[1];
    return {
      upsert: async (id, payload) => {
        stored.set(key(id), payload);
      },
      find: async (id) => stored.get(key(id)),
      findByUid: async (uid) => one((payload) => payload.uid === uid),
      findByUserCode: async (userCode) => one((payload) => payload.userCode === userCode),
      destroy: async (id) => {
        stored.delete(key(id));
      },
      consume: async (id) => {
        stored.get(key(id))!.consumed = Math.floor(Date.now() / 1_000);
      },
      revokeByGrantId: async (grantId) => {
        for (const [id, payload] of stored) if (payload.grantId === grantId) stored.delete(id);
      },
    };
  };
}
