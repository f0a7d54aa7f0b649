import { useLayoutEffect } from 'react';
import type { LinkProps } from '@tanstack/react-router';
import { createStore } from '../../lib/store.ts';

/** A step of the way to a page; the last one has no link. */
export interface Crumb {
  text: string;
  to?: LinkProps;
}

/** The request that a page is made of, for the key line and for copying as curl. */
export interface PageRequest {
  operation: string;
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, unknown>>;
  /** Of a request that is not a GET. */
  body?: unknown;
}

/** The facts of a page that the shell shows. */
export interface PageFacts {
  crumbs: readonly Crumb[];
  request?: PageRequest | undefined;
}

const facts = createStore<PageFacts>({ crumbs: [] });

/** Tells the shell the facts of the page. */
export function usePageFacts(given: PageFacts): void {
  const key = JSON.stringify(given);
  useLayoutEffect(() => facts.set(given), [key]);
}

/** The facts of the page of this moment. */
export const useShownFacts = (): PageFacts => facts.use();
