/** From 768 px on, where the sidebar stands. */
export function isWideScreen(): boolean {
  return window.matchMedia("(width >= 48rem)").matches;
}
