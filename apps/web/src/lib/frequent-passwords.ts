/** Replaced by the build with the passwords of `selectCommonPasswords`: see frequent-passwords.ts beside vite.config.ts. */
export const frequentPasswords: readonly string[] = [];
