import { selectCommonPasswords } from "@repasa/contract/auth.passwords.ts";
import { dictionary } from "@zxcvbn-ts/language-common";
import type { Plugin } from "vite";

/** Fills `src/lib/frequent-passwords.ts`: the library's list is a hundred times as long as what a new password is compared with. */
export function frequentPasswords(): Plugin {
  return {
    name: "frequent-passwords",
    load: {
      filter: { id: /\/src\/lib\/frequent-passwords\.ts$/ },
      handler: () => {
        const passwords = selectCommonPasswords(dictionary["passwords-common"]);
        return `export const frequentPasswords = ${JSON.stringify(passwords.join("\n"))}.split("\\n");`;
      },
    },
  };
}
