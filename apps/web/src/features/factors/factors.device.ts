/** Browsers only provide passkeys on https and on localhost. */
export const canUsePasskeys = (): boolean => "PublicKeyCredential" in globalThis;
