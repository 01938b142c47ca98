/** Returns an expression for the paths of a screen, given its pattern in the contract; a slash at the end is accepted. */
export function matchPattern(pattern: string): RegExp {
  return new RegExp(`^${pattern.replace(/\/:\w+\?/g, "(?:/[^/]+)?").replace(/:\w+/g, "[^/]+")}/?$`);
}
