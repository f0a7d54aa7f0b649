import { useRouter } from '@tanstack/react-router';

/**
 * Tells whether another page is on its way, while its part is loaded: a change of this page's address that comes late,
 * such as a selection after its rest, would call the person back.
 */
export function useIsLeaving(): () => boolean {
  const router = useRouter();
  return () => {
    const { latestLocation, state } = router;
    return state.resolvedLocation !== undefined && latestLocation.pathname !== state.resolvedLocation.pathname;
  };
}
