/**
 * The name of the cookie that scripts of the app can read, after `__Host-` on https: the id of the account whose session the browser
 * has. The server sets and clears it with the session's own cookie.
 */
export const ACCOUNT_COOKIE = "repasa-account";
