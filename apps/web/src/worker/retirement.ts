/** Returns whether the server has no worker any more: no script, or an empty one. A portal's page is neither. */
export async function isRetired(script: Response): Promise<boolean> {
  if (script.status === 404 || script.status === 410) return true;
  const isScript = /javascript/.test(script.headers.get("content-type") ?? "");
  return script.ok && isScript && (await script.text()).trim() === "";
}
