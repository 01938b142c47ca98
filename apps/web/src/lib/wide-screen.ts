/** True from 768 px on, where the sidebar is shown. */
export function isWideScreen(): boolean {
  return window.matchMedia("(width >= 48rem)").matches;
}
