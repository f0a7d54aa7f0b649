import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { Problem } from '@assay/sdk';
import { signInPath } from '../lib/sign-in-path.ts';
import { tellEndedSession } from './ended-session.ts';

/** A refused session is renewed over the page; before there was one, the page of signing in is the way. */
function onError(error: unknown): void {
  if (!(error instanceof Problem) || error.status !== 401) return;
  if (queryClient.getQueryData(['getSession']) === undefined) location.assign(signInPath());
  else tellEndedSession();
}

/** The cache of all answers. The SDK repeats failed reads by itself. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    queries: { retry: false, staleTime: 5_000, refetchOnWindowFocus: false, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
});
