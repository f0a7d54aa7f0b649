/** A window of a series: the sessions, or the iterations, whose findings are computed together. */
export interface SeriesWindow {
  /** The suite, the study or the project whose windows are compared with each other. */
  seriesId: string;
  /** The run, the week or the wave. */
  windowId: string;
}
