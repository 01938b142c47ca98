/** Passkeys need https, or localhost. */
export const canUsePasskeys = (): boolean => "PublicKeyCredential" in globalThis;
