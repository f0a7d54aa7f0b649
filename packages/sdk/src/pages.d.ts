/** Asks for one page; `cursor` is absent for the first one. */
type AskPage = (cursor: string | undefined) => Promise<unknown>;
/** The items of all pages, each page asked for when it is needed. */
export declare function itemsOfPages(list: string, ask: AskPage): AsyncGenerator;
export {};
